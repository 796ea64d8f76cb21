package traceglass.app.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The sections of one window, and saved sections that no part of it uses. Used on the JavaFX thread.
public final class ProjectSections {

    private final List<ProjectSection> sections = new ArrayList<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean isRestoring;

    /// Adds the section of a part for the lifetime of the window.
    public void add(ProjectSection section) {
        if (sections.stream().anyMatch(s -> s.name().equals(section.name()))) {
            throw new IllegalArgumentException("two sections are called " + section.name());
        }
        sections.add(section);
    }

    /// Reports that the state of a section may have changed. Cheap to call.
    public void notifyChanged() {
        if (!isRestoring) {
            listeners.forEach(Runnable::run);
        }
    }

    /// Adds a callback for changes of any section.
    public void onChange(Runnable action) {
        listeners.add(action);
    }

    /// Returns the state of all parts by section name.
    ///
    /// @param savedState the state that was read; fields and sections unknown to this version are copied from it
    /// @param isProject whether the state is for a project file rather than a session
    public Map<String, Object> state(Map<String, Object> savedState, boolean isProject) {
        Map<String, Object> state = new LinkedHashMap<>();
        for (ProjectSection section : sections) {
            if (isProject || !section.isProjectOnly()) {
                Map<String, Object> fields = new LinkedHashMap<>();
                if (savedState.get(section.name()) instanceof Map<?, ?> before) {
                    before.forEach((name, value) -> fields.put(String.valueOf(name), value));
                }
                fields.putAll(section.state());
                fields.values().removeIf(Objects::isNull);
                state.put(section.name(), fields);
            }
        }
        new TreeMap<>(savedState).forEach(state::putIfAbsent);
        return state;
    }

    /// Restores the state of every part; parts without a saved state are reset.
    ///
    /// @param isProject whether the state comes from a project file rather than a session
    public void restore(Map<String, Object> savedState, boolean isProject) {
        isRestoring = true;
        try {
            for (ProjectSection section : sections) {
                if (!isProject && section.isProjectOnly()) {
                    continue;
                }
                try {
                    if (savedState.get(section.name()) instanceof Map<?, ?> fields) {
                        section.restore(Fields.of(fields));
                    } else {
                        section.reset();
                    }
                } catch (RuntimeException e) {
                    // A section that can't be restored must not affect the others.
                    System.getLogger(ProjectSections.class.getName())
                            .log(
                                    System.Logger.Level.WARNING,
                                    "can't restore the section " + section.name() + " of a project",
                                    e);
                    section.reset();
                }
            }
        } finally {
            isRestoring = false;
        }
    }

    /// Notifies the parts that their state now belongs to a project.
    public void notifySaved() {
        sections.forEach(ProjectSection::onSaved);
    }

    /// Resets the parts whose state belongs to project files only.
    public void leaveProject() {
        isRestoring = true;
        try {
            sections.stream().filter(ProjectSection::isProjectOnly).forEach(ProjectSection::reset);
        } finally {
            isRestoring = false;
        }
    }
}
