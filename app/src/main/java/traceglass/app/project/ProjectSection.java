package traceglass.app.project;

import java.util.Map;

/// State that one part of the window saves in a project. Used on the JavaFX thread.
///
/// A part creates a section and adds it to [ProjectSections]. Values are JSON values: maps with string keys, lists,
/// strings, integers as `long`, other numbers as `double`, booleans and null.
public interface ProjectSection {

    /// Returns the name of the section in the file; short, stable and unique.
    String name();

    /// Returns all fields, with null for those without a value: an older field that is missing here is treated as a
    /// field of another version of the program, and kept.
    Map<String, Object> state();

    /// Restores a saved state. Called when the trace can be queried. Fields may have any value, because a file may
    /// have been written by hand or by another version: invalid values are treated as missing.
    void restore(Fields state);

    /// Resets the part to its state for a newly opened trace.
    void reset();

    /// Called when the state of the part was saved as part of a project.
    default void onSaved() {}

    /// Returns whether the state belongs to project files only, and is not restored when a trace is opened without
    /// one.
    default boolean isProjectOnly() {
        return false;
    }
}
