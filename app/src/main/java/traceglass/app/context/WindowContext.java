package traceglass.app.context;

import traceglass.app.preferences.Preferences;

/// State of one window that is independent of its traces.
///
/// @param number number of the window: the smallest, from 1, that no other open window has
/// @param preferences the user's preferences
/// @param messages notices, status bar, dialogs and prompt
/// @param guards determine whether the window may close
/// @param work work that a pause of the program would disturb
/// @param fleet the open fleet, if any
public record WindowContext(
        int number,
        Preferences preferences,
        Messages messages,
        ClosingGuards guards,
        OngoingWork work,
        OpenFleet fleet) {}
