package traceglass.app.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.Observable;
import javafx.beans.property.Property;

/// A section of a few controls: what is typed in fields, ticked and chosen. It belongs to project files alone; what a
/// project brought goes with it, and what a person chose without one stays.
public final class KeptFields extends ProjectOnlySection {

    /// @param set takes only what `get` gives: anything else does nothing
    private record Kept<T>(String name, Class<T> type, T initial, Supplier<T> get, Consumer<T> set) {

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
    private final List<Kept<?>> kept = new ArrayList<>();

    /// Adds an empty section.
    public KeptFields(String name, ProjectSections sections) {
        this.name = name;
        this.sections = sections;
        sections.add(this);
    }

    /// Keeps what is typed.
    public KeptFields text(String field, Property<String> property) {
        return value(field, property::getValue, property::setValue).with(property);
    }

    /// Keeps whether something is ticked.
    public KeptFields flag(String field, Property<Boolean> property) {
        kept.add(new Kept<>(field, Boolean.class, property.getValue(), property::getValue, property::setValue));
        return with(property);
    }

    /// Keeps what is chosen, by a name of it.
    ///
    /// @param set chooses what has this name, and does nothing where nothing has
    public KeptFields value(String field, Supplier<String> get, Consumer<String> set) {
        kept.add(new Kept<>(field, String.class, get.get(), get, set));
        return this;
    }

    /// Says that the state may be another whenever one of these is.
    public KeptFields with(Observable... changing) {
        for (Observable o : changing) {
            o.addListener(x -> sections.changed());
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
        kept.forEach(k -> fields.put(k.name, k.get.get()));
        return fields;
    }

    @Override
    protected void take(Fields state) {
        kept.forEach(k -> k.restore(state));
    }

    @Override
    protected void forget() {
        kept.forEach(Kept::reset);
    }
}
