/// What must hold for the project as a whole and belongs to no module: that dependencies point one way, and that the documents
/// say what is so.
@NullMarked
package dev.bailiwick.checks;

import org.jspecify.annotations.NullMarked;
