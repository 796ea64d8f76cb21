package traceglass.ingest.textstacks;

import traceglass.ingest.TraceProblem;

/// Reader of the lines of one tool.
interface StackGrammar {

    /// Reads a line.
    ///
    /// @return false if the line is damaged and its content was skipped
    boolean read(String line) throws TraceProblem;

    /// Adds the stacks that only the end of the text completes.
    ///
    /// @return false if the text ends early
    boolean finish();
}
