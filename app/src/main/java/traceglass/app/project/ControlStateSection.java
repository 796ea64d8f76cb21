package traceglass.app.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.Observable;
import javafx.beans.property.Property;

/// A project section for the state of a few controls: text, check boxes and choices. It is part of project files
/// only: state from a project is discarded with the project, other state stays.
public final class ControlStateSection extends ProjectOnlySection {

    /// @param set ignores values that `get` can't return
    private record SavedValue<T>(String name, Class<T> type, T initial, Supplier<T> get, Consumer<T> set) {

        private void restore(Fields state) {
            T value = state.all(type).get(name);
            set.accept(value == null ? initial : value);
        }

        private void reset() {
            set.accept(initial);
        }
    }

    private final String name;
    private final ProjectSections sections;
    private final List<SavedValue<?>> values = new ArrayList<>();

    /// Creates an empty section and adds it to the sections of the window.
    public ControlStateSection(String name, ProjectSections sections) {
        this.name = name;
        this.sections = sections;
        sections.add(this);
    }

    /// Saves a string.
    public ControlStateSection text(String field, Property<String> property) {
        return value(field, property::getValue, property::setValue).withChanges(property);
    }

    /// Saves a boolean.
    public ControlStateSection flag(String field, Property<Boolean> property) {
        values.add(new SavedValue<>(field, Boolean.class, property.getValue(), property::getValue, property::setValue));
        return withChanges(property);
    }

    /// Saves a choice by name.
    ///
    /// @param set selects the choice with this name; does nothing if there is none
    public ControlStateSection value(String field, Supplier<String> get, Consumer<String> set) {
        values.add(new SavedValue<>(field, String.class, get.get(), get, set));
        return this;
    }

    /// Reports a change of the section whenever one of these changes.
    public ControlStateSection withChanges(Observable... changing) {
        for (Observable o : changing) {
            o.addListener(x -> sections.notifyChanged());
        }
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> state() {
        Map<String, Object> fields = new LinkedHashMap<>();
        values.forEach(k -> fields.put(k.name, k.get.get()));
        return fields;
    }

    @Override
    protected void restoreState(Fields state) {
        values.forEach(k -> k.restore(state));
    }

    @Override
    protected void resetState() {
        values.forEach(SavedValue::reset);
    }
}
