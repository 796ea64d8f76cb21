package traceglass.app.window.palette;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javafx.animation.PauseTransition;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.util.Duration;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.track.TrackNode;
import traceglass.app.command.Choices;
import traceglass.app.command.Command;
import traceglass.app.command.FuzzyMatch;
import traceglass.app.context.Prompt;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.session.SearchModel;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.RecentFileStates;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.window.frame.Keys;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;

/// The search field in the top bar. Searches the trace for the typed text; `>` lists commands, `:` runs SQL. Without
/// a trace it finds recently opened ones.
public final class Omnibox extends HBox implements Prompt {

    private static final Duration TYPING_DELAY = Duration.millis(250);

    private final TraceSlot slot;
    private final RecentFileStates recent;
    private final Consumer<Path> open;
    private final LongSupplier visibleStart;
    private final TraceSearches searches;
    private static final double WIDEST_SCOPE = 200;
    private static final double NARROWEST_FIELD = 60;
    private final Button scopeButton = new Button();
    private final TextField field = new TextField();
    private final SuggestionList palette = new SuggestionList();
    private final Label hits = new Label();
    private final HBox hitControls = new HBox();
    private final HBox key = Keys.of("/");
    private final PauseTransition typingDelay = new PauseTransition(TYPING_DELAY);
    private String searched = "";
    private final OmniboxQuestion openQuestion;
    private final RecentCommands recentCommands;

    /// @param visible time span shown by the timeline; search starts at its start
    /// @param trackOfSelection returns the track of the selected event as a list, or null
    public Omnibox(
            TraceSlot slot,
            WindowContext window,
            TracePair pair,
            RecentFileStates recent,
            Consumer<Path> open,
            Supplier<TimeSpan> visible,
            Supplier<List<TrackNode>> trackOfSelection) {
        this.slot = slot;
        searches =
                new TraceSearches(slot, pair, window.messages().notices(), visible, trackOfSelection, this::showHits);
        this.recent = recent;
        this.open = open;
        this.visibleStart = () -> visible.get().start();
        getStyleClass().add("tg-omnibox");
        setId("omnibox");
        setUpField();
        setUpButtons();
        getChildren().addAll(new Icon("search", 16), field, hits, hitControls, key);
        for (Region r : new Region[] {hits, hitControls, key}) {
            r.managedProperty().bind(r.visibleProperty());
        }
        openQuestion = new OmniboxQuestion(field, palette, this::questionAnswered, this::showHits);
        recentCommands = new RecentCommands(window.preferences().recentCommandsProperty());
        setOnMousePressed(e -> field.requestFocus());
        typingDelay.setOnFinished(e -> search());
        followField();
        followTrace();
        field.widthProperty().addListener(o -> updatePromptText());
        field.fontProperty().addListener(o -> updatePromptText());
        reset();
    }

    private void setUpField() {
        field.setId("omnibox-field");
        field.setAccessibleText(PaletteTexts.FIELD);
        HBox.setHgrow(field, Priority.ALWAYS);
        // The field gets the space that its buttons do not use; they are truncated only for long track names.
        field.setMinWidth(NARROWEST_FIELD);
        field.setPrefWidth(NARROWEST_FIELD);
    }

    /// Creates the controls to the right of the field: number of hits, buttons to step through them, and search
    /// scope.
    private void setUpButtons() {
        hits.getStyleClass().add("tg-omnibox-hits");
        hits.setId("omnibox-hits");
        hits.setMinWidth(Region.USE_PREF_SIZE);
        Button previous = IconButton.of(
                "chevron-up",
                15,
                PaletteTexts.PREVIOUS_HIT,
                () -> slot.search().selectPrevious(visibleStart.getAsLong()));
        Button next = IconButton.of(
                "chevron-down", 15, PaletteTexts.NEXT_HIT, () -> slot.search().selectNext(visibleStart.getAsLong()));
        Button clear = IconButton.of("x", 14, PaletteTexts.CLEAR, this::leaveField);
        previous.setId("omnibox-previous");
        next.setId("omnibox-next");
        setUpScope();
        hitControls.getChildren().addAll(scopeButton, previous, next, clear);
        hitControls.setAlignment(Pos.CENTER);
        key.setMouseTransparent(true);
    }

    private void setUpScope() {
        scopeButton.getStyleClass().addAll("tg-ghost", "tg-compact", "tg-search-scope");
        scopeButton.setId("omnibox-scope");
        scopeButton.setOnAction(e -> nextScope());
        Tooltips.set(scopeButton, PaletteTexts.SCOPE);
        scopeButton
                .textProperty()
                .bind(Bindings.createStringBinding(
                        () -> DisplayText.oneLine(slot.search().scopeTitle()),
                        slot.search().scopeProperty(),
                        slot.search().trackProperty()));
        scopeButton.setMaxWidth(WIDEST_SCOPE * StyleSheets.factor());
        slot.search().scopeProperty().addListener(o -> updatePromptText());
        slot.search().trackProperty().addListener((_, _, newValue) -> trackChosen(newValue));
    }

    private void followField() {
        field.textProperty().addListener(o -> onTyped());
        field.focusedProperty().addListener((_, _, newValue) -> {
            if (newValue) {
                onTyped();
                if (slot.trace().session() == null) {
                    recent.check();
                }
            } else {
                palette.hide();
                if (openQuestion.isActive()) {
                    endQuestion();
                    field.clear();
                }
            }
        });
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
        recent.addListener(this::recentChanged);
    }

    private void followTrace() {
        slot.search().hitsProperty().addListener(o -> showHits());
        slot.search().indexProperty().addListener(o -> showHits());
        slot.trace().sessionProperty().addListener((_, _, newValue) -> {
            reset();
            if (newValue != null) {
                // Text typed while the trace was loading is searched for once the trace is ready.
                newValue.stateProperty().addListener(x -> {
                    if (newValue == slot.trace().session()
                            && newValue.isReady()
                            && !field.getText().isBlank()) {
                        search();
                    }
                });
            }
        });
    }

    /// Switches to the next search scope and searches again.
    public void changeScope() {
        nextScope();
    }

    /// Returns the list below the field, to be shown over the window.
    public SuggestionList palette() {
        return palette;
    }

    /// Moves the focus to the field and sets its text; an empty text selects the current one.
    public void focus(String start) {
        if (start.isEmpty()) {
            if (field.getText().startsWith(">") || field.getText().startsWith(":")) {
                field.clear();
            }
            field.requestFocus();
            field.selectAll();
        } else {
            field.setText(start);
            field.requestFocus();
            field.positionCaret(start.length());
        }
    }

    /// Asks for a text. Esc or leaving the field cancels.
    @Override
    public void ask(String question, String initial, Consumer<String> answer) {
        choose(Choices.text(question, initial, answer));
    }

    /// Asks a question with a list of choices. Esc or leaving the field cancels.
    @Override
    public void choose(Choices choices) {
        openQuestion.begin(choices);
        showHits();
    }

    /// Resets the field after a question was answered.
    private void questionAnswered() {
        endQuestion();
        field.clear();
        palette.hide();
        slot.navigation().navigator().focusContent();
    }

    private void endQuestion() {
        openQuestion.end();
        field.setPromptText(promptText());
    }

    private void trackChosen(TrackNode track) {
        updatePromptText();
        if (track != null && !field.getText().isBlank() && !openQuestion.isActive()) {
            search();
        }
    }

    private void updatePromptText() {
        if (!openQuestion.isActive()) {
            field.setPromptText(promptText());
        }
    }

    private String promptText() {
        if (slot.trace().session() == null) {
            return longestFitting(PaletteTexts.RECENT_PROMPTS);
        }
        if (slot.search().scopeProperty().get() == SearchModel.Scope.TRACK) {
            return PaletteTexts.searchOn(slot.search().scopeTitle());
        }
        return longestFitting(PaletteTexts.SEARCH_PROMPTS);
    }

    /// Returns the first text that the field shows in full, or else the last.
    ///
    /// @param texts longest first
    private String longestFitting(List<String> texts) {
        double availableWidth = field.getWidth() - field.snappedLeftInset() - field.snappedRightInset();
        return texts.stream()
                .filter(text -> availableWidth <= 0 || width(text) <= availableWidth)
                .findFirst()
                .orElse(texts.getLast());
    }

    private double width(String text) {
        Text measured = new Text(text);
        measured.setFont(field.getFont());
        return Math.ceil(measured.getLayoutBounds().getWidth());
    }

    /// Returns the text searched for last, or an empty string.
    public String searchedText() {
        return searched;
    }

    /// Searches immediately and goes to the first hit.
    public void search(String text) {
        field.setText(text);
        typingDelay.stop();
        search();
    }

    private void reset() {
        field.clear();
        searched = "";
        field.setPromptText(promptText());
        showHits();
    }

    private void leaveField() {
        endQuestion();
        field.clear();
        typingDelay.stop();
        searched = "";
        slot.search().clear();
        palette.hide();
        if (getScene() != null) {
            slot.navigation().navigator().focusContent();
        }
    }

    private void onTyped() {
        String text = field.getText();
        if (openQuestion.isActive()) {
            openQuestion.find();
            return;
        }
        if (text.startsWith(">")) {
            List<SuggestionList.Item> found = commandItems(text.substring(1).strip());
            palette.show(found.isEmpty() ? PaletteTexts.NO_COMMAND : "", found);
        } else if (text.startsWith(":")) {
            String sql = text.substring(1).strip();
            palette.show(
                    slot.trace().session() == null || sql.isEmpty()
                            ? List.of()
                            : List.of(SuggestionList.Item.of(
                                    "sql", PaletteTexts.RUN_AS_SQL, "", sql, null, () -> runSql(sql))));
        } else if (slot.trace().session() == null) {
            palette.show(field.isFocused() ? recentItems(text.strip()) : List.of());
        } else {
            palette.hide();
            if (!text.strip().equals(searched)) {
                typingDelay.playFromStart();
            }
        }
        showHits();
    }

    private void runSql(String sql) {
        field.clear();
        slot.navigation().navigator().openSql(sql, true);
    }

    private List<SuggestionList.Item> commandItems(String text) {
        List<SuggestionList.Item> items = new ArrayList<>();
        for (Command c : recentCommands.recentFirst(slot.host().commands().matching(text), text)) {
            String group = recentCommands.contains(c.id()) ? PaletteTexts.recent(c.group()) : c.group();
            items.add(SuggestionList.Item.of(
                    c.icon(),
                    c.title(),
                    text,
                    group,
                    c.keys().isEmpty() ? null : c.keys().getFirst(),
                    () -> {
                        leaveField();
                        recentCommands.add(c.id());
                        slot.host().commands().run(c.id());
                    }));
        }
        return items;
    }

    private void recentChanged() {
        if (palette.isOpen() && slot.trace().session() == null) {
            onTyped();
        }
    }

    private List<SuggestionList.Item> recentItems(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        return recent.existing().stream()
                .filter(e -> FuzzyMatch.score(text, e.file().getFileName().toString()) >= 0)
                .map(e -> SuggestionList.Item.of(
                        "file", e.file().getFileName().toString(), text, e.summary(), null, () -> {
                            field.clear();
                            open.accept(e.file());
                        }))
                .toList();
    }

    private void keyPressed(KeyEvent e) {
        if (e.getCode() == KeyCode.ESCAPE) {
            leaveField();
            e.consume();
        } else if (palette.isOpen() && (e.getCode() == KeyCode.DOWN || e.getCode() == KeyCode.UP)) {
            palette.move(e.getCode() == KeyCode.DOWN ? 1 : -1);
            e.consume();
        } else if (palette.isOpen() && (e.getCode() == KeyCode.PAGE_DOWN || e.getCode() == KeyCode.PAGE_UP)) {
            palette.movePages(e.getCode() == KeyCode.PAGE_DOWN ? 1 : -1);
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER && openQuestion.isActive()) {
            openQuestion.accept(e.isShiftDown());
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER) {
            if (palette.isOpen()) {
                palette.runMarked(e.isShiftDown());
            } else if (slot.trace().session() != null) {
                if (!field.getText().strip().equals(searched)) {
                    typingDelay.stop();
                    search();
                } else if (e.isShiftDown()) {
                    slot.search().selectPrevious(visibleStart.getAsLong());
                } else {
                    slot.search().selectNext(visibleStart.getAsLong());
                }
            }
            e.consume();
        }
    }

    /// Searches for the typed text.
    private void search() {
        String text = field.getText().strip();
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady() || text.startsWith(">") || text.startsWith(":")) {
            return;
        }
        searched = text;
        if (searches.begin(text, session)) {
            showHits();
        }
    }

    private void nextScope() {
        slot.search().selectNextScope();
        if (!field.getText().isBlank() && !openQuestion.isActive()) {
            search();
        }
    }

    private void showHits() {
        SearchHits found = slot.search().hitsProperty().get();
        int index = slot.search().indexProperty().get();
        boolean hasText = !field.getText().isEmpty() && !openQuestion.isActive();
        boolean isShown =
                hasText && !found.text().isEmpty() && field.getText().strip().equals(searched);
        hits.setText(
                searches.isRunning()
                        ? PaletteTexts.SEARCHING
                        : found.size() == 0
                                ? PaletteTexts.NO_MATCHES
                                : PaletteTexts.hits(index, found.size(), found.hasMore()));
        if (openQuestion.isActive()) {
            hits.setText(openQuestion.countText());
        }
        hits.setVisible(isShown
                || hasText && searches.isRunning()
                || openQuestion.isActive() && !openQuestion.countText().isEmpty());
        hitControls.setVisible(hasText
                && !field.getText().startsWith(">")
                && !field.getText().startsWith(":")
                && slot.trace().session() != null);
        key.setVisible(!hasText && !openQuestion.isActive());
    }
}
