package traceglass.app.project;

/// A section that is part of project files only: state from a project is discarded with the project, other state
/// stays.
public abstract class ProjectOnlySection implements ProjectSection {

    private boolean isProjectOnly;

    /// Restores a saved state, see [#restore].
    protected abstract void restoreState(Fields state);

    /// Resets the part to its state without a project.
    protected abstract void resetState();

    @Override
    public final boolean isProjectOnly() {
        return true;
    }

    @Override
    public final void restore(Fields state) {
        isProjectOnly = true;
        restoreState(state);
    }

    @Override
    public final void onSaved() {
        isProjectOnly = true;
    }

    @Override
    public final void reset() {
        if (isProjectOnly) {
            isProjectOnly = false;
            resetState();
        }
    }
}
