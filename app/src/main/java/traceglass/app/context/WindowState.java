package traceglass.app.context;

import javafx.beans.property.SimpleObjectProperty;
import traceglass.app.preferences.Preferences;
import traceglass.app.ui.DialogService;
import traceglass.app.ui.Notices;
import traceglass.app.ui.bar.StatusBar;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;

/// Creates and modifies the records shared by the parts of one window. Used only by the window; other classes get the
/// records.
public final class WindowState {

    private final DelegatingPrompt prompt = new DelegatingPrompt();
    private final WindowContext context;
    private final TraceState first;
    private final TracePair pair;

    /// Creates the state of a window whose preferences are not saved.
    public WindowState(DialogService dialogs) {
        this(dialogs, Preferences.none());
    }

    public WindowState(DialogService dialogs, Preferences preferences) {
        this(dialogs, preferences, 1);
    }

    /// @param number the smallest number, from 1, that no other open window has
    public WindowState(DialogService dialogs, Preferences preferences, int number) {
        context = new WindowContext(
                number,
                preferences,
                new Messages(new Notices(), new StatusBar(), dialogs, prompt),
                new ClosingGuards(),
                new OngoingWork(),
                new OpenFleet());
        first = new TraceState(true, new SimpleObjectProperty<>(Palette.of(Theme.LIGHT)));
        pair = new TracePair(first.slot());
        preferences.installKeys(first.slot().host().commands());
    }

    public WindowContext context() {
        return context;
    }

    /// Returns the first trace.
    public TraceState first() {
        return first;
    }

    /// Returns both traces and which of them is active.
    public TracePair pair() {
        return pair;
    }

    /// Creates the state of a second trace. It shares the palette and the open state of the details pane with the
    /// first.
    public TraceState newSecond() {
        TraceState second = new TraceState(false, first.slot().appearance().paletteProperty());
        second.slot()
                .host()
                .detailsPane()
                .openProperty()
                .bindBidirectional(first.slot().host().detailsPane().openProperty());
        return second;
    }

    /// Called once during the construction of the window.
    public void setPrompt(Prompt newPrompt) {
        prompt.set(newPrompt);
    }
}
