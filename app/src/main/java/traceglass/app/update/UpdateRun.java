package traceglass.app.update;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import traceglass.app.settings.Settings;

/// The updates of the running program as windows show them: checks and downloads in the background. Listeners are
/// called on any thread.
public final class UpdateRun {

    /// State of an update.
    public enum Phase {
        IDLE,
        CHECKING,
        CURRENT,
        DOWNLOADING,
        READY,
        FAILED
    }

    /// @param version version that the phase applies to; empty if unknown
    /// @param notes release notes of the version
    /// @param percent progress of the download
    /// @param problem error of a failed step, or empty
    public record State(Phase phase, String version, String notes, long percent, String problem) {

        static State of(Phase phase, String version, String notes, long percent) {
            return new State(phase, version, notes, percent, "");
        }
    }

    private final Optional<Installation> installation;
    private final Settings settings;
    private final Map<String, String> environment;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private volatile State state = State.of(Phase.IDLE, "", "", 0);

    public UpdateRun(Optional<Installation> installation, Settings settings, Map<String, String> environment) {
        this.installation = installation;
        this.settings = settings;
        this.environment = environment;
        installation
                .flatMap(Installation::versions)
                .flatMap(VersionFolder::next)
                .ifPresent(next -> {
                    state = State.of(Phase.READY, next, "", 100);
                });
    }

    /// Returns the running package; empty if the program runs from a clone.
    public Optional<Installation> installation() {
        return installation;
    }

    public Settings settings() {
        return settings;
    }

    public State state() {
        return state;
    }

    /// Explains how to update this package if it does not update itself.
    public String updatedElsewhere() {
        return UpdateTexts.updatedElsewhere(installation.map(Installation::type).orElse(""));
    }

    /// Registers a callback for each change of the state.
    ///
    /// @return unregisters the callback
    public Runnable onChange(Runnable action) {
        listeners.add(action);
        return () -> listeners.remove(action);
    }

    private void change(State next) {
        state = next;
        listeners.forEach(Runnable::run);
    }

    /// Looks for an update in the background if the user has agreed and a check is due.
    public void checkIfDue(Instant now) {
        if (installation.filter(Installation::canUpdateItself).isPresent() && UpdateChoice.isDue(settings, now)) {
            check(now);
        }
    }

    /// Looks for an update in the background and downloads it. Called on the thread of the settings.
    public void check(Instant now) {
        if (!isBusy.compareAndSet(false, true)) {
            return;
        }
        UpdateChoice choice = UpdateChoice.of(settings);
        UpdateChoice.markChecked(settings, now);
        change(State.of(Phase.CHECKING, "", "", 0));
        Thread.ofVirtual().name("update").start(() -> {
            State end = State.of(Phase.IDLE, "", "", 0);
            try {
                end = update(choice);
            } catch (UpdateProblem e) {
                end = new State(Phase.FAILED, "", "", 0, String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                isBusy.set(false);
                change(end);
            }
        });
    }

    private State update(UpdateChoice choice) throws UpdateProblem, InterruptedException {
        Updater updater = updater(choice);
        Updater.CheckResult result = updater.check();
        Release release = result.release();
        if (!result.isNewer()) {
            return State.of(Phase.CURRENT, release.version(), release.notes(), 0);
        }
        updater.install(release, percent -> {
            if (percent != state.percent() || state.phase() != Phase.DOWNLOADING) {
                change(State.of(Phase.DOWNLOADING, release.version(), release.notes(), percent));
            }
        });
        return State.of(Phase.READY, release.version(), release.notes(), 100);
    }

    private Updater updater(UpdateChoice choice) throws UpdateProblem {
        return new Updater(
                installation.orElseThrow(() -> new UpdateProblem(UpdateTexts.updatedElsewhere(""))),
                choice,
                environment);
    }

    /// Returns the version that [#rollBack] goes back to; empty if there is none.
    public Optional<String> previous() {
        return installation.flatMap(Installation::versions).flatMap(VersionFolder::previous);
    }

    /// Selects the previous version for the next start.
    public void rollBack() {
        try {
            updater(UpdateChoice.of(settings)).rollBack();
            change(State.of(Phase.READY, previous().orElse(""), "", 100));
        } catch (UpdateProblem e) {
            change(new State(Phase.FAILED, "", "", 0, String.valueOf(e.getMessage())));
        }
    }
}
