/// Cache files of stores: which file belongs to which trace, whether it is complete, whether it was written by the same
/// build, and which files are removed when there are too many.
///
/// Opens databases only to read their metadata; does not read or write the tables of a trace.
@NullMarked
package traceglass.store.cache;

import org.jspecify.annotations.NullMarked;
