package traceglass.app.context;

import javafx.beans.property.SimpleObjectProperty;
import traceglass.app.preferences.Preferences;
import traceglass.app.ui.DialogService;
import traceglass.app.ui.Notices;
import traceglass.app.ui.StatusBar;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;

/// Makes the records that the parts of one window share, and changes what they hold. For the window only; everything
/// else gets the records.
public final class WindowState {

    private final LatePrompt prompt = new LatePrompt();
    private final WindowContext context;
    private final TraceState first;
    private final TracePair pair;

    /// A window whose choices are kept nowhere.
    public WindowState(DialogService dialogs) {
        this(dialogs, Preferences.none());
    }

    public WindowState(DialogService dialogs, Preferences preferences) {
        this(dialogs, preferences, 1);
    }

    /// @param number the smallest, from 1, that no other open window has
    public WindowState(DialogService dialogs, Preferences preferences, int number) {
        context = new WindowContext(
                number,
                preferences,
                new Messages(new Notices(), new StatusBar(), dialogs, prompt),
                new ClosingGuards());
        first = new TraceState(true, new SimpleObjectProperty<>(Palette.of(Theme.LIGHT)));
        pair = new TracePair(first.slot());
        preferences.installKeys(first.slot().host().commands());
    }

    public WindowContext context() {
        return context;
    }

    /// The window's first trace.
    public TraceState first() {
        return first;
    }

    /// Both traces, and which is active.
    public TracePair pair() {
        return pair;
    }

    /// A place for a second trace. Palette and whether the drawer is open are those of the first.
    public TraceState newSecond() {
        TraceState second = new TraceState(false, first.slot().appearance().paletteProperty());
        second.slot()
                .host()
                .drawer()
                .openProperty()
                .bindBidirectional(first.slot().host().drawer().openProperty());
        return second;
    }

    /// Set once, while the window is put together.
    public void setPrompt(Prompt newPrompt) {
        prompt.set(newPrompt);
    }
}
