package traceglass.app.context;

import traceglass.app.command.Commands;
import traceglass.app.project.ProjectSections;
import traceglass.app.ui.Drawer;

/// Where the parts of a window add themselves.
///
/// @param commands every command of the window; parts register theirs when they are made
/// @param drawer the panels below the page
/// @param sections what is kept of each part in a project file, and in the session of a trace
public record PanelHost(Commands commands, Drawer drawer, ProjectSections sections) {}
