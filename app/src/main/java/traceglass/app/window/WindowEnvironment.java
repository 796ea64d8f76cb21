package traceglass.app.window;

import traceglass.app.project.SessionStore;
import traceglass.app.settings.RecentTraces;
import traceglass.app.theme.WindowTheme;
import traceglass.app.window.frame.WindowHost;
import traceglass.app.window.opening.SampleFileSource;
import traceglass.store.database.StoreOptions;

/// Everything a window needs from its environment.
///
/// @param store options for the databases of traces
/// @param theme light or dark; the timeline follows it
/// @param isStill whether animations are off, as for a picture of the window
/// @param recent recently opened traces
/// @param sample provides the file of the sample trace
/// @param window actions that need a window on a screen
/// @param sessions storage for the state of opened traces
public record WindowEnvironment(
        StoreOptions store,
        WindowTheme theme,
        boolean isStill,
        RecentTraces recent,
        SampleFileSource sample,
        WindowHost window,
        SessionStore sessions) {

    /// Creates an environment that saves nothing.
    public WindowEnvironment(
            StoreOptions store,
            WindowTheme theme,
            boolean isStill,
            RecentTraces recent,
            SampleFileSource sample,
            WindowHost window) {
        this(store, theme, isStill, recent, sample, window, SessionStore.NOTHING);
    }
}
