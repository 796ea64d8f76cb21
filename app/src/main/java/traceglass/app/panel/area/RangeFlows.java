package traceglass.app.panel.area;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.marks.AreaFlows;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.VisibleFlows;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;

/// Flows of the selected range that are drawn as arrows on the timeline: the flows of checked categories. The
/// choice is kept for other ranges of the trace; initially no category is checked, since a range may contain
/// thousands of flows. Used on the JavaFX thread.
public final class RangeFlows {

    private final TraceSlot slot;
    private final Set<String> checked = new HashSet<>();
    private List<AreaFlows.Category> categories = List.of();
    private AreaScope scope;
    /// Range for which the categories were requested.
    private AreaScope readScope;
    private String status = "";
    private Runnable whenChanged = () -> {};

    public RangeFlows(TraceSlot slot) {
        this.slot = slot;
        slot.host()
                .commands()
                .register(Command.of(
                        "area.flows",
                        CommandGroups.SELECTION,
                        AreaTexts.FLOWS_COMMAND,
                        "flow",
                        "",
                        () -> scope != null && !scope.slices().isEmpty(),
                        () -> read(() -> setChecked(categories, !areAllChecked()))));
        slot.trace().sessionProperty().addListener(o -> {
            checked.clear();
            categories = List.of();
        });
    }

    /// Sets the callback for changes of categories, arrows or message.
    void whenChanged(Runnable action) {
        whenChanged = action;
    }

    /// Categories of the flows in the range; empty until they are read.
    List<AreaFlows.Category> categories() {
        return categories;
    }

    /// Message on the arrows; empty for none.
    String status() {
        return status;
    }

    boolean isChecked(AreaFlows.Category category) {
        return checked.contains(category.name());
    }

    boolean isAnyChecked() {
        return categories.stream().anyMatch(this::isChecked);
    }

    boolean areAllChecked() {
        return categories.stream().allMatch(this::isChecked);
    }

    /// Checks or unchecks categories.
    void setChecked(List<AreaFlows.Category> selected, boolean isChecked) {
        for (AreaFlows.Category c : selected) {
            if (isChecked) {
                checked.add(c.name());
            } else {
                checked.remove(c.name());
            }
        }
        whenChanged.run();
        draw();
    }

    /// Sets the range of the arrows, or null for none. Nothing is read if no category is checked.
    public void follow(AreaScope newScope) {
        scope = newScope;
        readScope = null;
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        if (scope == null) {
            trace.queries().cancel("area-flow-categories");
            trace.queries().cancel("area-flow-arrows");
            slot.navigation().timelineLink().areaFlowsProperty().set(VisibleFlows.NONE);
        } else if (!checked.isEmpty()) {
            read();
        }
    }

    /// Reads the categories of the range unless already done.
    void read() {
        read(this::draw);
    }

    private void read(Runnable action) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady() || scope == null) {
            return;
        }
        if (readScope == scope) {
            action.run();
            return;
        }
        AreaScope requested = scope;
        trace.queries()
                .submit(
                        "area-flow-categories",
                        q -> AreaFlows.categories(q, requested),
                        (List<AreaFlows.Category> found) -> {
                            readScope = requested;
                            categories = found;
                            status = "";
                            whenChanged.run();
                            action.run();
                        },
                        e -> {
                            categories = List.of();
                            setStatus(AreaTexts.cantReadCategories(e.getMessage()));
                        });
    }

    private void draw() {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady() || scope == null) {
            return;
        }
        if (!isAnyChecked()) {
            trace.queries().cancel("area-flow-arrows");
            slot.navigation().timelineLink().areaFlowsProperty().set(VisibleFlows.NONE);
            setStatus("");
            return;
        }
        AreaScope requested = scope;
        Set<String> names = Set.copyOf(categories.stream()
                .map(AreaFlows.Category::name)
                .filter(checked::contains)
                .toList());
        TrackLookup index = trace.trackLookup();
        trace.queries()
                .submit(
                        "area-flow-arrows",
                        q -> AreaFlows.read(q, index, requested, names, Flow.MAX_ARROWS),
                        (VisibleFlows found) -> {
                            slot.navigation().timelineLink().areaFlowsProperty().set(found);
                            setStatus(
                                    found.flows().isEmpty() && found.hidden() == 0
                                            ? ""
                                            : AreaTexts.arrows(found.flows().size(), found.hidden()));
                        },
                        e -> setStatus(AreaTexts.cantReadFlows(e.getMessage())));
    }

    private void setStatus(String newStatus) {
        status = newStatus;
        whenChanged.run();
    }
}
