package traceglass.app.context;

import traceglass.app.ui.DialogService;
import traceglass.app.ui.Notices;
import traceglass.app.ui.StatusBar;

/// Ways to tell the person at a window something, and to ask.
///
/// @param notices strips and notifications: what went wrong or is done
/// @param status the bar at the bottom
/// @param dialogs dialogs of the system, such as those for files
/// @param prompt asks for a text, or for one of a list
public record Messages(Notices notices, StatusBar status, DialogService dialogs, Prompt prompt) {}
