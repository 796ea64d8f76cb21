package traceglass.app.panel.sql;

import java.util.List;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import traceglass.app.panel.sql.saved.TabStore;
import traceglass.app.project.ProjectSections;

/// Persistence of the SQL page's tabs: the user's own tabs in a file, a project's tabs in the project. While project
/// tabs are shown, the user's tabs are retained; they are shown again afterwards.
final class TabPersistence {

    private final SqlTabBar bar;
    private final TabStore store;
    private final ProjectSections sections;
    /// Delays saving until typing pauses.
    private final PauseTransition pause = new PauseTransition(Duration.millis(600));
    private List<TabStore.Tab> savedTabs;
    private int savedChosen;
    private boolean isInProject;

    /// Fills the bar with the stored tabs.
    TabPersistence(SqlTabBar bar, TabStore store, ProjectSections sections) {
        this.bar = bar;
        this.store = store;
        this.sections = sections;
        savedTabs = store.read();
        savedChosen = store.chosen();
        pause.setOnFinished(e -> saveNow());
        bar.fillLater(savedTabs, savedChosen, pause::stop);
    }

    /// Schedules saving of the tabs.
    void scheduleSave() {
        pause.playFromStart();
    }

    private void saveNow() {
        if (!isInProject) {
            savedTabs = bar.contents();
            savedChosen = bar.selectedIndex();
            store.write(savedTabs, savedChosen);
        }
        sections.notifyChanged();
    }

    /// Shows the tabs of a project.
    void showProject(List<TabStore.Tab> projectTabs, int chosen) {
        joinProject();
        fill(projectTabs, chosen);
    }

    /// Assigns the current tabs to a project; the user's own tabs stay as they are now.
    void joinProject() {
        if (!isInProject) {
            pause.stop();
            saveNow();
        }
        isInProject = true;
    }

    /// Shows the user's own tabs again.
    void showUserTabs() {
        if (isInProject) {
            isInProject = false;
            fill(savedTabs, savedChosen);
        }
    }

    private void fill(List<TabStore.Tab> contents, int chosen) {
        bar.fill(contents, chosen);
        // Tabs that were just read need not be saved.
        pause.stop();
    }
}
