package traceglass.app.context;

import traceglass.app.ui.DialogService;
import traceglass.app.ui.Notices;
import traceglass.app.ui.bar.StatusBar;

/// Channels for messages and questions to the user of a window.
///
/// @param notices notices and notifications about errors and results
/// @param status the status bar
/// @param dialogs native dialogs, such as file dialogs
/// @param prompt asks for a text or a choice
public record Messages(Notices notices, StatusBar status, DialogService dialogs, Prompt prompt) {}
