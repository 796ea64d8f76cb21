package traceglass.sql.parse;

import java.util.BitSet;

/// Functions that a statement calls, as token indices of their names. Rules use them to skip statements that call
/// none of the functions to be rewritten.
///
/// @param all all functions, including those in FROM
/// @param sources table functions in FROM
public record CalledFunctions(BitSet all, BitSet sources) {

    /// Creates empty sets.
    CalledFunctions() {
        this(new BitSet(), new BitSet());
    }
}
