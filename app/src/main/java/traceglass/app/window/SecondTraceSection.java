package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectOnlySection;
import traceglass.app.project.TraceRef;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.app.window.pair.Alignment;
import traceglass.app.window.pair.AlignmentBasis;
import traceglass.app.window.pair.SecondTrace;
import traceglass.app.window.timeline.Timelines;
import traceglass.store.cache.TraceFingerprint;

/// Project section for the second trace and its alignment with the first. If the second trace is missing or has
/// changed, the first one opens alone with a warning. The project keeps its reference to the second trace until
/// another one is opened in its place or it is closed.
final class SecondTraceSection extends ProjectOnlySection {

    private static final String TOPIC = "second-trace";

    private final TraceSlot slot;
    private final Notices notices;
    private final SecondTrace secondTrace;
    private final Timelines timelines;
    private final WindowProject projects;
    /// The second trace that is shown or that the project names; null if there is none.
    private TraceRef second;
    /// Incremented with each second trace, so that results of background work for an earlier one are discarded.
    private int number;
    private boolean isClosing;

    SecondTraceSection(
            TraceSlot slot,
            Notices notices,
            TracePair pair,
            SecondTrace secondTrace,
            Timelines timelines,
            WindowProject projects) {
        this.slot = slot;
        this.notices = notices;
        this.secondTrace = secondTrace;
        this.timelines = timelines;
        this.projects = projects;
        pair.secondProperty().addListener((_, _, newValue) -> {
            if (newValue == null) {
                pairClosed();
            } else {
                newValue.trace()
                        .sessionProperty()
                        .addListener(s -> shown(newValue.trace().session()));
                shown(newValue.trace().session());
            }
        });
        secondTrace
                .alignment()
                .alignmentProperty()
                .addListener(o -> slot.host().sections().notifyChanged());
        timelines.atRightProperty().addListener(o -> slot.host().sections().notifyChanged());
    }

    private void pairClosed() {
        number++;
        // Closing the window or the first trace also closes the pair; the project keeps its reference then.
        if (!isClosing && slot.trace().session() != null) {
            second = null;
            slot.host().sections().notifyChanged();
        }
    }

    private void shown(TraceSession session) {
        if (session == null) {
            return;
        }
        int request = ++number;
        Path file = session.file();
        Thread.ofVirtual().start(() -> {
            try {
                TraceRef ref = TraceRef.of(file, null, Files.size(file), TraceFingerprint.of(file));
                FxThread.later(() -> {
                    if (request == number) {
                        second = ref;
                        slot.host().sections().notifyChanged();
                    }
                });
            } catch (IOException e) {
                // A file that can't be read can't be referenced; opening it reports the error.
            }
        });
    }

    @Override
    public String name() {
        return "beside";
    }

    @Override
    public Map<String, Object> state() {
        Map<String, Object> fields = new LinkedHashMap<>();
        TraceRef ref = second == null || projects.file() == null
                ? second
                : TraceRef.of(Path.of(second.absolute()), projects.file(), second.bytes(), second.fingerprint());
        fields.put("trace", ref == null ? null : ref.fields());
        Alignment current = secondTrace.alignment().alignmentProperty().get();
        if (current != null) {
            current.basis().save(fields);
            fields.put("atNs", current.a());
            fields.put("atNsBeside", current.b());
            fields.put("together", secondTrace.isLinked());
            fields.put("atRight", timelines.atRightProperty().get());
        } else if (second == null) {
            List.of("alignedOn", "alignedOnName", "atNs", "atNsBeside", "together", "atRight")
                    .forEach(f -> fields.put(f, null));
        }
        return fields;
    }

    @Override
    protected void restoreState(Fields state) {
        closeSecond();
        Fields trace = state.object("trace");
        Path project = projects.file();
        if (!state.contains("trace") || project == null) {
            return;
        }
        TraceRef ref = TraceRef.of(trace);
        second = ref;
        int request = ++number;
        Thread.ofVirtual().start(() -> {
            Optional<TraceRef.Found> found = ref.find(project, List.of());
            FxThread.later(() -> {
                if (request == number) {
                    traceFound(ref, found, state);
                }
            });
        });
    }

    private void traceFound(TraceRef ref, Optional<TraceRef.Found> found, Fields state) {
        Notices.Action other = new Notices.Action(
                WindowTexts.OPEN_ANOTHER_SECOND, () -> slot.host().commands().run("second.open"));
        if (found.isEmpty()) {
            notices.show(
                    Notices.Severity.WARN,
                    TOPIC,
                    WindowTexts.secondNotFound(ref.name(), ref.absolute()),
                    List.of(other));
        } else if (!found.get().isSame()) {
            notices.show(
                    Notices.Severity.WARN,
                    TOPIC,
                    WindowTexts.secondChanged(
                            found.get().file(), ref.bytes(), found.get().bytes()),
                    List.of(
                            new Notices.Action(
                                    WindowTexts.OPEN_SECOND_ANYWAY,
                                    () -> secondTrace.open(found.get().file(), ok -> {})),
                            other));
        } else {
            secondTrace.open(found.get().file(), ok -> {
                if (ok) {
                    arrange(state);
                }
            });
        }
    }

    private void arrange(Fields state) {
        timelines.atRightProperty().set(state.flag("atRight", false));
        if (state.contains("atNs") && state.contains("atNsBeside")) {
            secondTrace
                    .alignment()
                    .align(new Alignment(
                            AlignmentBasis.parse(state.text("alignedOn", ""), state.text("alignedOnName", "")),
                            state.number("atNs", 0),
                            state.number("atNsBeside", 0)));
        }
        if (secondTrace.isLinked() != state.flag("together", true)) {
            secondTrace.setLinked(state.flag("together", true));
        }
    }

    private void closeSecond() {
        isClosing = true;
        try {
            if (secondTrace.isOpen()) {
                secondTrace.close();
            } else {
                secondTrace.cancel();
            }
        } finally {
            isClosing = false;
        }
        second = null;
        number++;
    }

    @Override
    protected void resetState() {
        closeSecond();
    }
}
