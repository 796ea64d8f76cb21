package traceglass.app.project;

/// A section that belongs to project files alone: what a project brought goes with it, and what a person chose without
/// one stays.
public abstract class ProjectOnlySection implements ProjectSection {

    private boolean ofProject;

    /// Brings the part to a state that was kept, as [#restore] says.
    protected abstract void take(Fields state);

    /// Brings the part to what it is where no project says anything.
    protected abstract void forget();

    @Override
    public final boolean onlyInProjects() {
        return true;
    }

    @Override
    public final void restore(Fields state) {
        ofProject = true;
        take(state);
    }

    @Override
    public final void saved() {
        ofProject = true;
    }

    @Override
    public final void reset() {
        if (ofProject) {
            ofProject = false;
            forget();
        }
    }
}
