package traceglass.app.panel.flame;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.StringConverter;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.session.TraceSession;
import traceglass.app.session.FxThread;
import traceglass.app.ui.DrawerTab;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;
import traceglass.model.time.TimeText;
import traceglass.model.track.TrackNode;
import traceglass.model.track.TrackSource;

/// The drawer's flame graph of the selected range: of its slices, or of samples of its threads' callstacks.
public final class FlamePanel {

    private final AppContext context;
    private final DrawerTab tab;
    private final FlameView view = new FlameView();
    private final FrameFacts facts;
    private final ComboBox<FlameSource> source = new ComboBox<>();
    private final TextField search = new TextField();
    private final Label found = new Label();
    private final HBox chips = new HBox(6);
    private final Set<String> hidden = new LinkedHashSet<>();
    private String only;
    private String way = "Top down";
    private FlameTree read = FlameTree.EMPTY;
    private FlameRange range;
    private boolean filling;

    private FlamePanel(AppContext context) {
        this.context = context;
        facts = new FrameFacts(view::select, view::focus, name -> {
            hidden.add(name);
            rebuild();
        }, name -> {
            only = name;
            rebuild();
        });
        SplitPane split = new SplitPane(view, facts);
        SplitPane.setResizableWithParent(facts, false);
        split.setDividerPositions(.78);
        split.getStyleClass().add("tg-result-split");
        BorderPane root = new BorderPane(split);
        root.getStylesheets().add(FlamePanel.class.getResource("/traceglass/app/panel/panels.css").toExternalForm());
        root.setTop(tools());
        tab = new DrawerTab("area-flame", "Flame graph", DrawerTab.Height.GRID, root);
        tab.availableProperty().set(false);
        context.drawer().add(tab);
        view.onSelect(node -> facts.show(view.tree(), node, text(), brief(), what()));
        view.setPalette(context.palette());
        context.paletteProperty().addListener((o, was, is) -> view.setPalette(is));
        context.selectionProperty().addListener((o, was, is) -> selected(is));
        context.drawer().selectedProperty().addListener((o, was, is) -> {
            if (is == tab) {
                load();
            }
        });
    }

    /// Adds the tab to a window.
    public static void install(AppContext context) {
        new FlamePanel(context);
    }

    private HBox tools() {
        source.setId("flame-source");
        source.getStyleClass().add(Styles.COMPACT);
        source.setConverter(new StringConverter<>() {
            @Override
            public String toString(FlameSource s) {
                return s == null ? "" : s.title();
            }

            @Override
            public FlameSource fromString(String title) {
                return FlameSource.all().stream().filter(s -> s.title().equals(title)).findFirst().orElse(null);
            }
        });
        source.valueProperty().addListener((o, was, is) -> {
            if (!filling && is != null) {
                hidden.clear();
                only = null;
                load();
            }
        });
        found.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        found.setMinWidth(Region.USE_PREF_SIZE);
        found.setId("flame-found");
        search.setPromptText("Search frames, or /expression/");
        search.getStyleClass().add("tg-bare-field");
        search.setId("flame-search");
        search.textProperty().addListener((o, was, is) -> mark());
        HBox.setHgrow(search, Priority.ALWAYS);
        chips.setAlignment(Pos.CENTER_LEFT);
        HBox field = new HBox(new Icon("search", 13), chips, search, found);
        field.getStyleClass().addAll("tg-field", Styles.COMPACT);
        HBox.setHgrow(field, Priority.ALWAYS);
        MenuButton export = new MenuButton("Export", new Icon("export", 15));
        export.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        export.setMinWidth(Region.USE_PREF_SIZE);
        MenuItem svg = new MenuItem("Picture (SVG) …");
        svg.setId("flame-save-svg");
        svg.setOnAction(e -> save("flame graph.svg", "SVG picture", "svg",
                FlameSvg.of(view.tree(), view.focused(), context.palette(), true, text())));
        MenuItem collapsed = new MenuItem("Collapsed stacks …");
        collapsed.setId("flame-save-collapsed");
        collapsed.setOnAction(e -> save("stacks.collapsed", "Collapsed stacks", "collapsed", view.tree().collapsed()));
        export.getItems().addAll(svg, collapsed);
        HBox tools = new HBox(10, source, segments("flame-way", way -> {
            this.way = way;
            rebuild();
        }, "Top down", "Bottom up", "By module"), segments("flame-color", by -> view.setByModule(by.equals("Module")), "Module", "Name"), field, export);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().addAll("tg-area-tools", "tg-result-top");
        return tools;
    }

    private static HBox segments(String id, Consumer<String> chosen, String... titles) {
        HBox box = new HBox(2);
        box.getStyleClass().add("tg-segments");
        box.setMinWidth(Region.USE_PREF_SIZE);
        ToggleGroup group = new ToggleGroup();
        for (String title : titles) {
            ToggleButton b = new ToggleButton(title);
            b.getStyleClass().add("tg-segment");
            b.setId(id + "-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'));
            b.setToggleGroup(group);
            b.setSelected(group.getToggles().size() == 1);
            b.setOnAction(e -> {
                b.setSelected(true);
                chosen.accept(title);
            });
            box.getChildren().add(b);
        }
        return box;
    }

    private void selected(Selection selection) {
        TraceSession trace = context.session();
        if (!(selection instanceof Selection.Area area) || trace == null || !trace.isReady() || area.end() <= area.start()) {
            range = null;
            tab.availableProperty().set(false);
            return;
        }
        Set<Long> slices = new LinkedHashSet<>();
        Set<Long> threads = new LinkedHashSet<>();
        for (TrackNode node : area.tracks()) {
            switch (node.source()) {
                case TrackSource.Slices s -> slices.addAll(s.trackIds());
                case TrackSource.ThreadState t -> threads.add(t.utid());
                default -> { }
            }
        }
        range = new FlameRange(area.start(), area.end(), Math.max(trace.bounds().end(), area.end()), List.copyOf(slices), List.copyOf(threads));
        findSources(trace);
    }

    /// Which sources have anything in the range decides whether the tab is there and what it offers.
    private void findSources(TraceSession trace) {
        FlameRange asked = range;
        tab.busyProperty().set(true);
        trace.queries().submit("flame-sources", (connection, cancel) -> {
            List<FlameSource> have = new ArrayList<>();
            for (FlameSource s : FlameSource.all()) {
                if (s.isIn(connection, asked, cancel)) {
                    have.add(s);
                }
            }
            return have;
        }, have -> {
            tab.busyProperty().set(false);
            if (asked != range) {
                return;
            }
            filling = true;
            FlameSource kept = source.getValue();
            source.getItems().setAll(have);
            source.setValue(have.contains(kept) ? kept : have.isEmpty() ? null : have.getLast());
            filling = false;
            tab.availableProperty().set(!have.isEmpty());
            load();
        }, this::failed);
    }

    private void load() {
        TraceSession trace = context.session();
        FlameSource from = source.getValue();
        if (range == null || from == null || trace == null || !trace.isReady() || context.drawer().selectedProperty().get() != tab) {
            return;
        }
        FlameRange asked = range;
        tab.busyProperty().set(true);
        trace.queries().submit("flame", (connection, cancel) -> from.read(connection, asked, cancel), tree -> {
            tab.busyProperty().set(false);
            read = tree;
            rebuild();
        }, this::failed);
    }

    private void failed(Exception e) {
        tab.busyProperty().set(false);
        System.getLogger(FlamePanel.class.getName()).log(System.Logger.Level.WARNING, "making a flame graph", e);
        found.setText("could not be read: " + e.getMessage());
    }

    /// Applies what was chosen to what was read. Large trees take a while, so it happens off the JavaFX thread.
    private void rebuild() {
        FlameTree from = read;
        Set<String> without = Set.copyOf(hidden);
        String with = only;
        String direction = way;
        Thread.ofVirtual().start(() -> {
            FlameTree tree = from;
            if (!without.isEmpty()) {
                FlameTree t = tree;
                tree = tree.without(i -> without.contains(t.name(i)));
            }
            if (with != null) {
                FlameTree t = tree;
                tree = tree.stacksWith(i -> t.name(i).equals(with));
            }
            FlameTree shown = switch (direction) {
                case "Bottom up" -> tree.bottomUp();
                case "By module" -> tree.byModule();
                default -> tree;
            };
            FxThread.later(() -> {
                if (from == read) {
                    view.show(shown, text());
                    facts.show(shown, -1, text(), brief(), what());
                    showChips();
                    mark();
                }
            });
        });
    }

    private void showChips() {
        chips.getChildren().clear();
        if (only != null) {
            chips.getChildren().add(chip("With " + only, () -> only = null));
        }
        hidden.forEach(name -> chips.getChildren().add(chip("Without " + name, () -> hidden.remove(name))));
    }

    private HBox chip(String text, Runnable remove) {
        Label label = new Label(text);
        label.setMaxWidth(180);
        Button x = IconButton.of("x", 10, "Remove", () -> {
            remove.run();
            rebuild();
        });
        HBox chip = new HBox(4, label, x);
        chip.setAlignment(Pos.CENTER_LEFT);
        chip.getStyleClass().add("tg-flame-chip");
        return chip;
    }

    private void mark() {
        String wanted = search.getText().strip();
        FlameTree tree = view.tree();
        IntPredicate hit;
        if (wanted.isEmpty()) {
            view.setHits(null);
            found.setText("");
            return;
        }
        if (wanted.length() > 2 && wanted.startsWith("/") && wanted.endsWith("/")) {
            try {
                Pattern p = Pattern.compile(wanted.substring(1, wanted.length() - 1), Pattern.CASE_INSENSITIVE);
                hit = i -> i > 0 && p.matcher(tree.name(i)).find();
            } catch (PatternSyntaxException e) {
                view.setHits(null);
                found.setText("not an expression: " + e.getDescription());
                return;
            }
        } else {
            String lower = wanted.toLowerCase(Locale.ROOT);
            hit = i -> i > 0 && tree.name(i).toLowerCase(Locale.ROOT).contains(lower);
        }
        view.setHits(hit);
        long sum = tree.sum(hit);
        found.setText(text().apply(sum) + ", " + FlameView.share(sum, tree.total(0)));
    }

    private LongFunction<String> text() {
        FlameSource s = source.getValue();
        return s == null || s.isTime() ? TimeText::duration : n -> Texts.count(n, "sample", "samples");
    }

    private LongFunction<String> brief() {
        return source.getValue() == null || source.getValue().isTime() ? TimeText::duration : TimeText::count;
    }

    private String what() {
        return source.getValue() == null || source.getValue().isTime() ? "Time" : "Samples";
    }

    private void save(String name, String kind, String ending, String content) {
        context.dialogs().chooseSave("Save the flame graph", name, kind, ending).ifPresent(file -> Thread.ofVirtual().start(() -> {
            try {
                Files.writeString(file, content);
                FxThread.later(() -> context.status().setState("check", "Saved", file.toString()));
            } catch (IOException e) {
                FxThread.later(() -> context.notices().show(Notices.Severity.ERROR, "save-flame",
                        file + " could not be written: " + e.getMessage() + ". Choose another place."));
            }
        }));
    }
}
