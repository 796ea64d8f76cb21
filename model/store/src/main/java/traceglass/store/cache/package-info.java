/// The files that stores are kept in: which file belongs to which trace, whether it is whole, whether the program that
/// wrote it still understands it, and what goes when there are too many.
///
/// In: opening a database to look at what a file says about itself. Not in: reading or writing the tables of a trace.
@NullMarked
package traceglass.store.cache;

import org.jspecify.annotations.NullMarked;
