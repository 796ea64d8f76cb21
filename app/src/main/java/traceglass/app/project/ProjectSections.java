package traceglass.app.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The sections of one window, and what it knows of sections that no part of it claims. Used on the JavaFX thread.
public final class ProjectSections {

    private static final System.Logger LOG = System.getLogger(ProjectSections.class.getName());

    private final List<ProjectSection> sections = new ArrayList<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean restoring;

    /// Adds what a part keeps, for as long as the window lives.
    public void add(ProjectSection section) {
        if (sections.stream().anyMatch(s -> s.name().equals(section.name()))) {
            throw new IllegalArgumentException("two sections are called " + section.name());
        }
        sections.add(section);
    }

    /// Says that a state may be another than before. Parts call it as often as they like.
    public void changed() {
        if (!restoring) {
            listeners.forEach(Runnable::run);
        }
    }

    /// Calls back whenever a part says that its state has changed.
    public void onChange(Runnable action) {
        listeners.add(action);
    }

    /// The state of all parts by the names of their sections.
    ///
    /// @param kept what was read; fields and sections that nobody here knows are taken over from it
    /// @param project whether it is for a project file, and not for a session
    public Map<String, Object> state(Map<String, Object> kept, boolean project) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (ProjectSection section : sections) {
            if (project || !section.onlyInProjects()) {
                Map<String, Object> fields = new LinkedHashMap<>();
                if (kept.get(section.name()) instanceof Map<?, ?> before) {
                    before.forEach((name, value) -> fields.put(String.valueOf(name), value));
                }
                fields.putAll(section.state());
                fields.values().removeIf(java.util.Objects::isNull);
                all.put(section.name(), fields);
            }
        }
        new TreeMap<>(kept).forEach(all::putIfAbsent);
        return all;
    }

    /// Brings every part to what was kept; parts of which nothing was kept to what they are at first.
    ///
    /// @param project whether it comes from a project file, and not from a session
    public void restore(Map<String, Object> kept, boolean project) {
        restoring = true;
        try {
            for (ProjectSection section : sections) {
                if (!project && section.onlyInProjects()) {
                    continue;
                }
                try {
                    if (kept.get(section.name()) instanceof Map<?, ?> fields) {
                        section.restore(Fields.of(fields));
                    } else {
                        section.reset();
                    }
                } catch (RuntimeException e) {
                    // One section that cannot be brought back is no reason to lose the others.
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "the section " + section.name() + " of a project cannot be brought back",
                            e);
                    section.reset();
                }
            }
        } finally {
            restoring = false;
        }
    }

    /// Tells the parts that what they hold belongs to a project from now on.
    public void saved() {
        sections.forEach(ProjectSection::saved);
    }

    /// Brings the parts whose state belongs to project files alone to what they are without one.
    public void leaveProject() {
        restoring = true;
        try {
            sections.stream().filter(ProjectSection::onlyInProjects).forEach(ProjectSection::reset);
        } finally {
            restoring = false;
        }
    }
}
