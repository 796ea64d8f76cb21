package traceglass.app.context;

import javafx.beans.property.ObjectProperty;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeStyle;

/// How the data of a trace is displayed.
///
/// @param paletteProperty colors of data in the current theme, the same as on the timeline
/// @param timeStyleProperty format of times and durations
public record Appearance(ObjectProperty<Palette> paletteProperty, ObjectProperty<TimeStyle> timeStyleProperty) {

    public Palette palette() {
        return paletteProperty.get();
    }

    public TimeStyle timeStyle() {
        return timeStyleProperty.get();
    }
}
