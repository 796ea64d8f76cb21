package traceglass.app.record;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.animation.PauseTransition;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import jfx.incubator.scene.control.richtext.CodeArea;
import jfx.incubator.scene.control.richtext.model.ContentChange;
import jfx.incubator.scene.control.richtext.model.StyledTextModel;
import traceglass.app.theme.StyleSheets;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.app.ui.VisibleAnimations;
import traceglass.record.config.check.ConfigCheck;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;

/// Shows the config as editable text next to the form, in sync with it, and the equivalent command line.
final class ConfigPane extends VBox {

    private static final double WIDTH = 440;
    private static final Duration TYPING_DELAY = Duration.millis(350);
    private static final Duration FADE = Duration.seconds(2);

    private final RecordModel model;
    private final RecordActions actions;
    private final CodeArea area = new CodeArea();
    private final TextArea command = new TextArea();
    private final StackPane body = new StackPane();
    private final Label configTab = tab(RecordTexts.CONFIG_TAB);
    private final Label commandTab = tab(RecordTexts.COMMAND_LINE_TAB);
    private final Label badge = new Label();
    private final Label problem = new Label();
    private final PauseTransition typingDelay = new PauseTransition(TYPING_DELAY);
    private final PauseTransition fade = new PauseTransition(FADE);
    private final Hyperlink back = Links.of(RecordTexts.SHOW_FORM, () -> {});
    private Set<Integer> changed = Set.of();
    private boolean isShowing;

    ConfigPane(RecordModel model, RecordActions actions) {
        this.model = model;
        this.actions = actions;
        getStyleClass().add("tg-rec-config");
        setId("record-config");
        StyleSheets.setWidths(this, WIDTH, WIDTH, WIDTH);
        HBox tabs = tabs();
        setUpArea();
        setUpCommand();
        VBox.setVgrow(body, Priority.ALWAYS);
        body.setMinSize(0, 0);
        getChildren().addAll(tabs, body, problem);
        model.textProperty().addListener(o -> showText());
        model.textProblemProperty().addListener(o -> showState());
        model.reportProperty().addListener(o -> showState());
        model.targetProperty()
                .addListener(o -> command.setText(actions.configs().commandLine()));
        choose(true);
        showText();
        changed = Set.of();
        decorate();
    }

    private HBox tabs() {
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        badge.setId("config-state");
        back.setId("show-form");
        back.managedProperty().bind(back.visibleProperty());
        back.setVisible(false);
        HBox.setMargin(back, new Insets(0, 10, 0, 0));
        HBox tabs = new HBox(
                configTab,
                commandTab,
                space,
                back,
                badge,
                IconButton.of("copy", 15, CommonTexts.COPY, this::copy),
                IconButton.of("save", 15, RecordTexts.SAVE_TO_FILE, actions.configs()::export));
        tabs.getStyleClass().add("tg-rec-tabs");
        tabs.setAlignment(Pos.CENTER_LEFT);
        HBox.setMargin(badge, new Insets(0, 6, 0, 0));
        onChosen(configTab, () -> choose(true));
        onChosen(commandTab, () -> choose(false));
        commandTab.setId("tab-command");
        configTab.setId("tab-config");
        return tabs;
    }

    private void setUpArea() {
        VisibleAnimations.blink(area);
        area.setId("config-text");
        area.getStyleClass().add("tg-sql-editor");
        area.setStyle("-fx-font-family: \"" + WindowTheme.monoFamily() + "\";");
        area.setLineSpacing(2);
        area.setContentPadding(new Insets(10, 14, 10, 14));
        area.setMinSize(0, 0);
        area.setTabSize(2);
        area.setAccessibleText(RecordTexts.CONFIG_TEXT);
        area.getModel().addListener(new StyledTextModel.Listener() {
            @Override
            public void onContentChange(ContentChange change) {
                if (change.isEdit() && !isShowing) {
                    typingDelay.playFromStart();
                }
            }
        });
        typingDelay.setOnFinished(e -> model.edit(text()));
        fade.setOnFinished(e -> {
            changed = Set.of();
            decorate();
        });
    }

    /// Sets up the command line and the label for errors in the config.
    private void setUpCommand() {
        command.setEditable(false);
        command.setWrapText(true);
        command.setId("command-line");
        command.getStyleClass().addAll("tg-rec-command", Styles.MONO);
        problem.setId("config-problem");
        problem.setWrapText(true);
        problem.getStyleClass().add("tg-rec-problem");
        problem.managedProperty().bind(problem.visibleProperty());
    }

    /// Sets whether the pane replaces the form or is shown next to it.
    void setWide(boolean isWide, Runnable toForm) {
        setMaxWidth(isWide ? Double.MAX_VALUE : WIDTH * StyleSheets.factor());
        HBox.setHgrow(this, isWide ? Priority.ALWAYS : Priority.NEVER);
        back.setVisible(isWide);
        back.setOnAction(e -> toForm.run());
    }

    private static Label tab(String title) {
        Label tab = new Label(title);
        tab.getStyleClass().add("tg-rec-tab");
        return tab;
    }

    private static void onChosen(Label tab, Runnable choose) {
        tab.setFocusTraversable(true);
        tab.setAccessibleRole(AccessibleRole.TAB_ITEM);
        tab.setOnMouseClicked(e -> choose.run());
        tab.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                choose.run();
                e.consume();
            }
        });
    }

    private void choose(boolean showsConfig) {
        configTab.pseudoClassStateChanged(Styles.SELECTED, showsConfig);
        commandTab.pseudoClassStateChanged(Styles.SELECTED, !showsConfig);
        body.getChildren().setAll(List.<Node>of(showsConfig ? area : command));
        command.setText(actions.configs().commandLine());
    }

    /// Returns the text in the editor.
    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < area.getParagraphCount(); i++) {
            if (i > 0) {
                text.append('\n');
            }
            text.append(area.getPlainText(i));
        }
        return text.toString();
    }

    /// Sets the text of the editor as if the user had typed it.
    void setText(String text) {
        area.setText(text);
        typingDelay.stop();
        model.edit(text);
    }

    private void showText() {
        String before = text();
        String current = model.textProperty().get();
        if (!before.equals(current) && !before.equals(current.stripTrailing())) {
            isShowing = true;
            double scroll = area.getScene() == null ? 0 : 1;
            area.setText(current);
            isShowing = false;
            if (scroll > 0 && !before.isBlank()) {
                changed = changedLines(before, current);
                fade.playFromStart();
            }
        }
        showState();
    }

    /// Returns the line numbers of the new text that differ from the old one.
    private static Set<Integer> changedLines(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> lines = after.lines().toList();
        int top = 0;
        while (top < old.size() && top < lines.size() && old.get(top).equals(lines.get(top))) {
            top++;
        }
        int bottom = 0;
        while (bottom < old.size() - top
                && bottom < lines.size() - top
                && old.get(old.size() - 1 - bottom).equals(lines.get(lines.size() - 1 - bottom))) {
            bottom++;
        }
        Set<Integer> changed = new HashSet<>();
        for (int i = top; i < lines.size() - bottom; i++) {
            changed.add(i);
        }
        return changed;
    }

    private void showState() {
        ConfigProblem error = model.textProblemProperty().get();
        List<ConfigCheck.Issue> issues = model.issues();
        ConfigCheck.Issue first = issues.isEmpty() ? null : issues.getFirst();
        badge.getStyleClass()
                .setAll(
                        "label",
                        "tg-state-badge",
                        error != null || first != null && first.isError()
                                ? "tg-error"
                                : first != null ? "tg-info" : "tg-ok");
        badge.setText(
                error != null
                        ? RecordTexts.CONFIG_INVALID
                        : first == null
                                ? RecordTexts.CONFIG_VALID
                                : first.isError() ? RecordTexts.CONFIG_WILL_NOT_WORK : RecordTexts.CONFIG_NOTE);
        Icon icon = new Icon(error != null || first != null ? "warn" : "check", 13);
        icon.getStyleClass()
                .add(
                        error != null || first != null && first.isError()
                                ? "tg-error"
                                : first != null ? "tg-info" : "tg-ok");
        badge.setGraphic(icon);
        problem.setVisible(error != null || first != null);
        problem.setText(error != null ? error.describe() : first == null ? "" : first.message());
        problem.pseudoClassStateChanged(
                PseudoClass.getPseudoClass("error"), error != null || first != null && first.isError());
        decorate();
        command.setText(actions.configs().commandLine());
    }

    private void decorate() {
        int line = 0;
        int column = 0;
        ConfigProblem error = model.textProblemProperty().get();
        if (error != null) {
            line = error.line();
            column = error.column();
        } else {
            for (ConfigCheck.Issue issue : model.issues()) {
                if (issue.isError()) {
                    ConfigText.Position position = position(issue.field());
                    line = position == null ? 0 : position.line();
                    column = position == null ? 0 : position.column();
                    break;
                }
            }
        }
        mark(line, column);
    }

    private void mark(int line, int column) {
        area.setSyntaxDecorator(new ConfigHighlighter(line, column, changed));
    }

    /// Marks a field that the tracing service rejected.
    void mark(String field) {
        ConfigText.Position position = position(field);
        if (position != null) {
            choose(true);
            mark(position.line(), position.column());
        }
    }

    private ConfigText.Position position(String field) {
        try {
            return ConfigText.parse(model.textProperty().get()).position(field).orElse(null);
        } catch (ConfigProblem e) {
            return null;
        }
    }

    /// Updates the colors after a change of the theme.
    void refresh() {
        if (area.getScene() != null) {
            area.getScene().getRoot().applyCss();
        }
        decorate();
    }

    private void copy() {
        ClipboardContent content = new ClipboardContent();
        content.putString(body.getChildren().contains(area) ? text() : command.getText());
        Clipboard.getSystemClipboard().setContent(content);
    }
}
