package traceglass.app.panel.sql;

import java.util.List;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import traceglass.app.project.ProjectSections;

/// Keeps what stands in the tabs of the SQL page: what a person has for all traces in a file of their own, a project's
/// in the project. While a project's are shown the person's wait, and come back after it.
final class KeptTabs {

    private final SqlTabBar bar;
    private final TabStore store;
    private final ProjectSections sections;
    /// Typing is kept once it pauses.
    private final PauseTransition pause = new PauseTransition(Duration.millis(600));
    private List<TabStore.Tab> own;
    private int ownChosen;
    private boolean inProject;

    /// Fills the bar with what was kept.
    KeptTabs(SqlTabBar bar, TabStore store, ProjectSections sections) {
        this.bar = bar;
        this.store = store;
        this.sections = sections;
        own = store.read();
        ownChosen = store.chosen();
        pause.setOnFinished(e -> keepNow());
        bar.fillLater(own, ownChosen, pause::stop);
    }

    /// Keeps the tabs soon.
    void keep() {
        pause.playFromStart();
    }

    private void keepNow() {
        if (!inProject) {
            own = bar.kept();
            ownChosen = bar.chosen();
            store.write(own, ownChosen);
        }
        sections.changed();
    }

    /// Shows the tabs of a project.
    void showProject(List<TabStore.Tab> projects, int chosen) {
        joinProject();
        fill(projects, chosen);
    }

    /// The tabs belong to a project from now on; what a person keeps for all traces stays as it is now.
    void joinProject() {
        if (!inProject) {
            pause.stop();
            keepNow();
        }
        inProject = true;
    }

    /// Shows the tabs that a person keeps for all traces.
    void showOwn() {
        if (inProject) {
            inProject = false;
            fill(own, ownChosen);
        }
    }

    private void fill(List<TabStore.Tab> contents, int chosen) {
        bar.fill(contents, chosen);
        // What was just read needs no writing.
        pause.stop();
    }
}
