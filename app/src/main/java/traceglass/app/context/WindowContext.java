package traceglass.app.context;

import traceglass.app.preferences.Preferences;

/// One window, whatever traces are open in it.
///
/// @param number which of the program's windows this is: the smallest number from 1 that no other open one has
/// @param preferences what the person chose about the program
/// @param messages ways to tell the person something, and to ask
/// @param guards asked before the window closes
public record WindowContext(int number, Preferences preferences, Messages messages, ClosingGuards guards) {}
