/// The store for other processes.
@NullMarked
package dev.bailiwick.server;

import org.jspecify.annotations.NullMarked;
