/// The code that the documentation shows. Each block between `// snippet: name` and `// end` stands in a document word for
/// word, which `checks` compares; here it is compiled and run.
@NullMarked
package dev.bailiwick.examples;

import org.jspecify.annotations.NullMarked;
