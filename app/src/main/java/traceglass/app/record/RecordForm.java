package traceglass.app.record;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.record.config.Preset;
import traceglass.record.config.Probe;
import traceglass.record.config.Probes;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordingTarget;

/// The form for a recording: presets as cards, sizes, and all probes by section.
final class RecordForm extends VBox {

    /// Minimum width for the list of sections next to the probes, px.
    private static final double WITH_SECTIONS = 540;

    private final RecordModel model;
    private final RecordActions actions;
    private final Label heading = new Label();
    private final Label configName = new Label();
    private final FlowPane presets = new FlowPane(8, 8);
    private final SizesCard sizes;
    private final TriggersCard triggers;
    private final VBox nav = new VBox(2);
    private final VBox sections = new VBox(14);
    private final ScrollPane scroll = new ScrollPane();
    private final TextField find = new TextField();
    private final Map<Probe.Section, List<ProbeRow>> rows = new EnumMap<>(Probe.Section.class);
    private final Map<Probe.Section, Label> counts = new EnumMap<>(Probe.Section.class);
    private final Map<Probe.Section, Label> navCounts = new EnumMap<>(Probe.Section.class);
    private final Map<Probe.Section, Node> boxes = new EnumMap<>(Probe.Section.class);
    private final ExtraDataSources extraSources;
    private final Hyperlink configLink;
    private Platform shownPlatform;
    private List<Object> shownPresets;

    /// Minimum width for the name of the config; less would show only a few letters, px.
    private static final double MIN_NAME_WIDTH = 40;
    /// Width of a scroll bar, px.
    private static final double BAR = 12;

    /// Height of the list of probes below which the whole form scrolls, px.
    private static final double MIN_LIST = 150;

    RecordForm(RecordModel model, RecordActions actions) {
        this.model = model;
        this.actions = actions;
        setId("record-form");
        getStyleClass().add("tg-rec-form");
        heading.getStyleClass().add("tg-heading");
        heading.setId("record-heading");
        configName.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        configLink = Links.of(RecordTexts.SHOW_CONFIG, actions::showConfig);
        configLink.setId("show-config");
        HBox top = top();
        sizes = new SizesCard(model);
        triggers = new TriggersCard(model);
        extraSources = new ExtraDataSources(model);
        VBox left = left();
        setUpList();
        HBox body = new HBox(14, left, scroll) {
            @Override
            protected double computeMinHeight(double width) {
                return MIN_LIST * StyleSheets.factor();
            }
        };
        VBox.setVgrow(body, Priority.ALWAYS);
        getChildren().addAll(top, presets, sizes, triggers, body);
        find.textProperty().addListener(o -> filter());
        scroll.vvalueProperty().addListener(o -> markSection());
        // Run later, when the sections are laid out.
        sections.heightProperty().addListener(o -> javafx.application.Platform.runLater(this::markSection));
        model.settingsProperty().addListener(o -> show());
        model.targetProperty().addListener(o -> show());
        model.reportProperty().addListener(o -> show());
        model.configNameProperty().addListener(o -> show());
        model.processesProperty().addListener(o -> show());
        show();
    }

    private HBox top() {
        Hyperlink recent = Links.of(RecordTexts.RECENT_RECORDINGS, actions::showRecent);
        recent.setId("recent-recordings");
        OverflowRow top = new OverflowRow(
                10,
                heading,
                configName,
                space(),
                configLink,
                recent,
                Links.of(RecordTexts.SAVE_AS, actions.configs()::save),
                Links.of(RecordTexts.IMPORT_CONFIG, actions.configs()::importText));
        top.setAlignment(Pos.BASELINE_LEFT);
        // In a narrow window the name of the config is hidden first.
        configName.setMinWidth(0);
        configName.visibleProperty().bind(configName.widthProperty().greaterThan(MIN_NAME_WIDTH));
        top.getChildren().stream()
                .filter(n -> n != configName && n instanceof Labeled)
                .forEach(n -> ((Region) n).setMinWidth(Region.USE_PREF_SIZE));
        return top;
    }

    /// Creates the search field for probes above the list of sections.
    private VBox left() {
        find.setPromptText(RecordTexts.FIND_PROBE);
        find.setAccessibleText(RecordTexts.FIND_PROBE);
        find.getStyleClass().add("tg-bare-field");
        find.setId("find-probe");
        HBox.setHgrow(find, Priority.ALWAYS);
        HBox field = new HBox(new Icon("search", 14), find);
        field.getStyleClass().add("tg-field");
        VBox left = new VBox(8, field, nav);
        StyleSheets.setWidths(left, 182, 182, 182);
        left.managedProperty().bind(left.visibleProperty());
        // In a narrow window the section titles above the probes are enough.
        widthProperty()
                .addListener((_, _, newValue) ->
                        left.setVisible(newValue.doubleValue() >= WITH_SECTIONS * StyleSheets.factor()));
        return left;
    }

    /// Creates the list of probes by section.
    private void setUpList() {
        scroll.setContent(sections);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setId("probe-list");
        HBox.setHgrow(scroll, Priority.ALWAYS);
        // The scroll bar is placed in the margin, so that these cards align with those above with or without
        // it.
        HBox.setMargin(scroll, new Insets(0, -BAR, 0, 0));
        scroll.viewportBoundsProperty().addListener(o -> updateMargin());
        sections.heightProperty().addListener(o -> updateMargin());
        updateMargin();
    }

    /// Sets whether the link to the config is shown, because there is no room for the config.
    void setConfigLink(boolean isShown) {
        configLink.setVisible(isShown);
        configLink.setManaged(isShown);
    }

    private void updateMargin() {
        boolean hasScrollBar = scroll.getViewportBounds().getWidth() < scroll.getWidth() - 1;
        sections.setPadding(new Insets(0, hasScrollBar ? 0 : BAR, 16, 0));
    }

    private static Region space() {
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        return space;
    }

    void show() {
        RecordingTarget t = model.targetProperty().get();
        heading.setText(t == null ? RecordTexts.NO_TARGET : RecordTexts.recordFrom(t.nameInSentence()));
        configName.setText(RecordTexts.config(model.configNameProperty().get(), model.isChanged()));
        Platform platform = model.settings().platform();
        if (platform != shownPlatform) {
            shownPlatform = platform;
            build(platform);
        }
        showPresets(platform);
        sizes.show();
        triggers.show();
        rows.forEach((section, list) -> {
            list.forEach(ProbeRow::show);
            long count = list.stream().filter(ProbeRow::isOn).count();
            counts.get(section).setText(RecordTexts.probesOn(count, list.size()));
            navCounts.get(section).setText(count == 0 ? "" : String.valueOf(count));
        });
        extraSources.show();
    }

    private void showPresets(Platform platform) {
        List<Object> current = List.of(
                platform,
                actions.configs().savedNames(),
                model.configNameProperty().get());
        if (current.equals(shownPresets)) {
            return;
        }
        shownPresets = current;
        List<Node> cards = new ArrayList<>();
        for (Preset p : Preset.of(platform)) {
            cards.add(card(p.title(), RecordTexts.preset(p.settings()), "preset-" + p.id(), () -> model.usePreset(p)));
        }
        for (String name : actions.configs().savedNames()) {
            cards.add(savedRow(name));
        }
        presets.getChildren().setAll(cards);
    }

    /// Creates the card of a saved config, which is deleted by its button or the Delete key.
    private Node savedRow(String name) {
        Node card = card(
                name,
                RecordTexts.SAVED_CONFIG,
                "saved-" + name,
                () -> actions.configs().useSaved(name));
        Button delete = IconButton.of(
                "x", 12, RecordTexts.deleteConfig(name), () -> actions.configs().deleteSaved(name));
        delete.setId("delete-" + name);
        card.addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.DELETE) {
                actions.configs().deleteSaved(name);
                e.consume();
            }
        });
        StackPane both = new StackPane(card, delete);
        StackPane.setAlignment(delete, Pos.TOP_RIGHT);
        return both;
    }

    private Node card(String title, String summary, String id, Runnable choose) {
        Label name = new Label(title);
        name.getStyleClass().addAll("tg-rec-preset-name", "tg-medium");
        Label description = new Label(summary);
        description.getStyleClass().add("tg-rec-probe-about");
        VBox card = new VBox(1, name, description);
        card.getStyleClass().add("tg-rec-preset");
        card.setId(id);
        StyleSheets.setWidths(card, 112, Region.USE_COMPUTED_SIZE, Region.USE_COMPUTED_SIZE);
        card.pseudoClassStateChanged(
                Styles.SELECTED, title.equals(model.configNameProperty().get()));
        card.setFocusTraversable(true);
        card.setAccessibleRole(AccessibleRole.RADIO_BUTTON);
        card.setAccessibleText(RecordTexts.titleAndDescription(title, summary));
        card.setOnMouseClicked(e -> choose.run());
        card.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                choose.run();
                e.consume();
            }
        });
        return card;
    }

    private void build(Platform platform) {
        rows.clear();
        counts.clear();
        navCounts.clear();
        boxes.clear();
        nav.getChildren().clear();
        sections.getChildren().clear();
        for (Probe p : Probes.of(platform)) {
            rows.computeIfAbsent(p.section(), s -> new ArrayList<>()).add(new ProbeRow(model, p));
        }
        rows.forEach((section, list) -> {
            Label title = new Label(section.title());
            title.getStyleClass().add(Styles.SECTION);
            Label count = new Label();
            count.getStyleClass().addAll(Styles.TEXT_3, "tg-caption");
            counts.put(section, count);
            VBox card = new VBox();
            card.getStyleClass().add(Styles.CARD);
            card.getChildren().setAll(list);
            VBox box = new VBox(6, new HBox(title, space(), count), card);
            boxes.put(section, box);
            sections.getChildren().add(box);
            nav.getChildren().add(navItem(section));
        });
        sections.getChildren().add(extraSources);
        markSection();
    }

    private Node navItem(Probe.Section section) {
        Label title = new Label(section.title(), new Icon(section.icon(), 16));
        title.setGraphicTextGap(8);
        title.getStyleClass().add("tg-nav-title");
        Label count = new Label();
        count.getStyleClass().add("tg-caption");
        navCounts.put(section, count);
        HBox item = new HBox(title, space(), count);
        item.getStyleClass().addAll("tg-nav-item");
        item.setAlignment(Pos.CENTER_LEFT);
        item.setId("section-" + section.name().toLowerCase(Locale.ROOT));
        item.setUserData(section);
        item.setFocusTraversable(true);
        item.setAccessibleRole(AccessibleRole.BUTTON);
        item.setAccessibleText(section.title());
        item.setOnMouseClicked(e -> scrollTo(section));
        item.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                scrollTo(section);
                e.consume();
            }
        });
        return item;
    }

    private void scrollTo(Probe.Section section) {
        double height = sections.getHeight() - scroll.getViewportBounds().getHeight();
        if (height > 0) {
            scroll.setVvalue(Math.clamp(boxes.get(section).getBoundsInParent().getMinY() / height, 0, 1));
        }
        mark(section);
    }

    /// Marks the section at the top of the list.
    private void markSection() {
        double at = scroll.getVvalue()
                * Math.max(0, sections.getHeight() - scroll.getViewportBounds().getHeight());
        Probe.Section top = null;
        if (sections.getHeight() <= 0) {
            mark(boxes.keySet().stream().findFirst().orElse(null));
            return;
        }
        for (Map.Entry<Probe.Section, Node> e : boxes.entrySet()) {
            if (top == null || e.getValue().getBoundsInParent().getMinY() <= at + 20) {
                top = e.getKey();
            }
        }
        mark(top);
    }

    private void mark(Probe.Section section) {
        nav.getChildren().forEach(n -> n.pseudoClassStateChanged(Styles.SELECTED, n.getUserData() == section));
    }

    private void filter() {
        String text = find.getText().strip().toLowerCase(Locale.ROOT);
        rows.forEach((section, list) -> {
            boolean hasMatches = false;
            for (ProbeRow row : list) {
                Probe p = row.probe();
                boolean isShown = (p.title() + " " + p.description() + " " + p.id() + " " + String.join(" ", p.events())
                                + " " + String.join(" ", p.sources().keySet()))
                        .toLowerCase(Locale.ROOT)
                        .contains(text);
                row.setVisible(isShown);
                row.setManaged(isShown);
                hasMatches |= isShown;
            }
            boxes.get(section).setVisible(hasMatches);
            boxes.get(section).setManaged(hasMatches);
        });
        extraSources.setVisible(text.isEmpty());
        extraSources.setManaged(text.isEmpty());
    }
}
