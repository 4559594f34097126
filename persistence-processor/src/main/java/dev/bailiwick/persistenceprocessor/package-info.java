/// Runs inside the compiler: writes the builders of models and entities, and the index of actions and repositories.
///
/// It knows the annotations and classes of `bailiwick-persistence` by their names only, so that it brings nothing along.
@NullMarked
package dev.bailiwick.persistenceprocessor;

import org.jspecify.annotations.NullMarked;
