package traceglass.app.context;

import traceglass.app.command.Commands;
import traceglass.app.project.ProjectSections;
import traceglass.app.ui.DetailsPane;

/// Registries of a window to which its parts add themselves.
///
/// @param commands all commands of the window; parts register theirs when they are created
/// @param detailsPane the details pane, with the panels below the page
/// @param sections state of the parts that is saved in projects and sessions
public record PanelHost(Commands commands, DetailsPane detailsPane, ProjectSections sections) {}
