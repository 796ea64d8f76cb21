package traceglass.app.project;

import java.util.Map;

/// What one part of the window keeps in a project. Used on the JavaFX thread.
///
/// A part makes one of these and adds it to [ProjectSections]; that is all. Values are those of JSON: maps with text as
/// keys, lists, text, whole numbers as `long`, other numbers as `double`, truth values and null.
public interface ProjectSection {

    /// Its name in the file; short, stable and used by no other part.
    String name();

    /// All fields, those without a value too, with null: a field of an older state that is not named here is taken
    /// for one of another version of the program, and kept.
    Map<String, Object> state();

    /// Brings the part to a state that was kept. Called when the trace can be queried. What a field holds may be
    /// anything, as a file may have been written by hand or by another version: what makes no sense is the same as
    /// nothing.
    void restore(Fields state);

    /// Brings the part to what it is for a trace that was never seen before.
    void reset();

    /// What the part holds was saved as a project, and belongs to it from now on.
    default void saved() {}

    /// Whether this belongs to a project file alone, and is not brought back when only the trace is opened again.
    default boolean onlyInProjects() {
        return false;
    }
}
