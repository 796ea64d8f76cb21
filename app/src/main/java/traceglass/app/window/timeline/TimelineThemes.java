package traceglass.app.window.timeline;

import javafx.application.Platform;
import traceglass.app.context.TraceSlot;
import traceglass.app.preferences.Preferences;
import traceglass.app.theme.WindowTheme;
import traceglass.render.color.Palette;

/// Applies the color scheme, the size of text and other preferences to the timelines of a window.
public final class TimelineThemes {

    private final TraceSlot slot;
    private final Preferences preferences;
    private final WindowTheme theme;
    private final Timelines timelines;
    private final boolean isStill;

    /// @param slot slot of the first trace, whose colors all timelines use
    /// @param isStill whether animations are off, as for a picture of the window
    public TimelineThemes(
            TraceSlot slot, Preferences preferences, WindowTheme theme, Timelines timelines, boolean isStill) {
        this.slot = slot;
        this.preferences = preferences;
        this.theme = theme;
        this.timelines = timelines;
        this.isStill = isStill;
    }

    /// Applies the preferences now and whenever they change.
    public void follow() {
        theme.darkProperty().addListener(o -> applyToAll());
        theme.scaleProperty().bind(preferences.textScaleProperty());
        preferences.onChange(this::applyToAll);
        applyToAll();
    }

    private void applyToAll() {
        boolean isReduced = isStill || Platform.getPreferences().isReducedMotion();
        slot.appearance().paletteProperty().set(Palette.of(preferences.canvasTheme(theme.isDark(), isReduced)));
        timelines.panes().forEach(this::apply);
    }

    /// Applies the current preferences to a new timeline.
    public void apply(TracePane pane) {
        pane.view().setTheme(slot.appearance().palette().theme);
    }
}
