package traceglass.app.panel.details;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Field;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.slices.DurationScope;
import traceglass.app.context.Navigator;
import traceglass.app.context.TraceSlot;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.NameRow;
import traceglass.render.color.Palette;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// Converts the details of an event to the columns of the panel: fields on the left, related data next to them.
/// Arguments have a separate column.
final class EventView {

    private final TraceSlot slot;
    private final Notices notices;
    private final DurationScope.LastDurationScope durations;
    private final Navigator navigator;
    private final TimeSpan trace;
    private final EventLinks links;

    EventView(TraceSlot slot, Notices notices, TimeSpan trace, DurationScope.LastDurationScope durations) {
        this.slot = slot;
        this.notices = notices;
        this.durations = durations;
        this.trace = trace;
        navigator = slot.navigation().navigator();
        links = new EventLinks(navigator);
    }

    /// Creates the columns.
    ///
    /// @param picture decoded image attached to the event, or null
    DetailColumns node(EventDetails details, Image picture) {
        List<Node> fields = List.of(head(details.head()), fields(details.fields()));
        return new DetailColumns(fields, nodes(details.parts(), picture), nodes(details.sideParts(), picture));
    }

    private Node head(EventDetails.Head head) {
        String shown = DisplayText.oneLine(head.name());
        Label title = new Label(shown);
        title.setId("details-name");
        title.getStyleClass().add(Styles.STRONG);
        if (head.look() == null) {
            title.getStyleClass().add("tg-details-head");
            return title;
        }
        Region swatch = new Region();
        swatch.getStyleClass().add("tg-head-swatch");
        swatch.setStyle("-fx-background-color: " + Palette.css(color(head)) + ";");
        Tooltips.set(title, shown);
        Button all = IconButton.of("sql", 15, head.sqlTitle(), () -> navigator.openSql(head.sql(), true));
        Button jump =
                IconButton.of("jump", 15, CommonTexts.SHOW_ON_TIMELINE, () -> navigator.goTo(head.table(), head.id()));
        Button copy = IconButton.of("copy", 15, CommonTexts.COPY_NAME, () -> ArgsView.copy(head.name()));
        HBox buttons = new HBox();
        head.menus().forEach(m -> buttons.getChildren().add(EventMenus.button(slot, notices, m)));
        buttons.getChildren().addAll(all, jump, copy);
        buttons.getChildren().forEach(b -> ((Region) b).setMinWidth(Region.USE_PREF_SIZE));
        NameRow row = new NameRow(swatch, title, buttons);
        row.getStyleClass().add("tg-details-head");
        return row;
    }

    private int color(EventDetails.Head head) {
        Palette palette = slot.appearance().palette();
        return switch (head.look()) {
            case SLICE -> palette.slice(head.colorKey());
            case STATE -> palette.state(head.colorKey());
            case COUNTER -> palette.counterLine;
        };
    }

    private FieldList fields(List<Field> fields) {
        FieldList list = new FieldList();
        for (Field field : fields) {
            switch (field) {
                case EventDetails.Text t -> list.text(t.name(), t.text());
                case EventDetails.Number n -> list.number(n.name(), n.text(), n.remark());
                case EventDetails.Time t -> time(list, t);
                case EventDetails.Link l ->
                    list.link(l.name(), l.text(), l.remark(), () -> navigator.goTo(l.table(), l.id()));
                case EventDetails.Query q -> list.link(q.name(), q.text(), () -> navigator.openSql(q.sql(), true));
            }
        }
        return list;
    }

    /// Adds a time, and the time of day at the recording device if the trace has a clock for it.
    private void time(FieldList list, EventDetails.Time t) {
        list.number(t.name(), TimeFormat.forColumnsOf(trace).text(t.ts(), trace.start()));
        TimeStyle style = slot.appearance().timeStyle();
        if (t.showsTimeOfDay() && style.hasTimeOfDay()) {
            // The zone is part of the time, and wraps with it: a remark would be truncated where there is little space.
            list.number(
                    DetailsTexts.TIME_OF_DAY,
                    style.withFormat(TimeFormat.TRACE_ZONE).time(t.ts(), trace.start()) + " "
                            + zone(style.zoneMinutes()));
        }
    }

    static String zone(int minutes) {
        return minutes == 0
                ? "UTC"
                : String.format(
                        Locale.ROOT,
                        "UTC%s%02d:%02d",
                        minutes < 0 ? "−" : "+",
                        Math.abs(minutes) / 60,
                        Math.abs(minutes) % 60);
    }

    private List<Node> nodes(List<Part> parts, Image picture) {
        List<Node> nodes = new ArrayList<>();
        for (Part part : parts) {
            switch (part) {
                case EventDetails.Heading h -> nodes.add(section(h.text()));
                case EventDetails.Note n -> nodes.add(note(n));
                case EventDetails.Fields f -> nodes.add(fields(f.fields()));
                case EventDetails.States s -> {
                    nodes.add(section(s.title()));
                    nodes.add(new StateBar(s.states(), slot.appearance().palette()));
                    nodes.add(new StateList(
                            s.states(), s.total(), slot.appearance().palette()));
                }
                case EventDetails.Stack s -> {
                    nodes.add(section(s.stack().title()));
                    nodes.add(stack(s.stack().frames()));
                }
                case EventDetails.Links l -> nodes.add(links.links(l.lines()));
                case EventDetails.Lengths l ->
                    nodes.add(new DurationSection(slot, l, slot.appearance().palette(), durations));
                case EventDetails.Picture p -> nodes.add(EventImage.node(picture, p.caption()));
            }
        }
        return nodes;
    }

    private static Label section(String text) {
        Label l = new Label(text);
        l.getStyleClass().addAll(Styles.SECTION, "tg-details-section");
        return l;
    }

    private static Label note(EventDetails.Note note) {
        Label l = new Label(note.text());
        l.setWrapText(true);
        l.getStyleClass().add("tg-empty");
        if (note.isSpaced()) {
            l.setPadding(new Insets(0, 0, 12, 0));
        }
        return l;
    }

    /// Creates a callstack list, innermost frame first.
    private static FieldList stack(List<String[]> frames) {
        FieldList stack = new FieldList();
        int number = 0;
        for (String[] frame : frames) {
            stack.number(Integer.toString(number++), frame[0], frame[1].substring(frame[1].lastIndexOf('/') + 1));
        }
        return stack;
    }
}
