package traceglass.sql.parse;

import java.util.BitSet;

/// Indices of the names of functions that a statement calls. A statement that calls none of interest need not be
/// searched.
///
/// @param all also those in FROM
/// @param sources those in FROM
public record CalledFunctions(BitSet all, BitSet sources) {

    /// Creates empty sets.
    CalledFunctions() {
        this(new BitSet(), new BitSet());
    }
}
