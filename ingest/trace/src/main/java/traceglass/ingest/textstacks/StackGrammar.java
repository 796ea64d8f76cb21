package traceglass.ingest.textstacks;

import traceglass.ingest.TraceProblem;

/// Parser for the output of one tool.
interface StackGrammar {

    /// Reads a line.
    ///
    /// @return false if the line is damaged and its content was skipped
    boolean read(String line) throws TraceProblem;

    /// Adds the stacks that are complete only at the end of the text.
    ///
    /// @return false if the text ends early
    boolean finish();
}
