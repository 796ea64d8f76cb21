package traceglass.app.context;

import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Choices;
import traceglass.app.command.Commands;
import traceglass.app.preferences.Preferences;
import traceglass.app.project.ProjectSections;
import traceglass.app.session.Notebook;
import traceglass.app.session.SearchModel;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DialogService;
import traceglass.app.ui.Drawer;
import traceglass.app.ui.Notices;
import traceglass.app.ui.StatusBar;
import traceglass.app.ui.TimelineLink;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.store.time.TimeStyle;

/// What every part of one window works with: the open trace, what is selected and done in it, and the window around it.
/// A second trace beside the first has a context of its own, so that the same parts serve both. Used on the JavaFX
/// thread.
public final class AppContext {

    private final ReadOnlyObjectWrapper<TraceSession> session = new ReadOnlyObjectWrapper<>();
    private final ObjectProperty<Selection> selection = new SimpleObjectProperty<>(Selection.NONE);
    private final Commands commands = new Commands();
    private final Drawer drawer = new Drawer();
    private final Notices notices;
    private final StatusBar status;
    private final SearchModel search = new SearchModel();
    private final ObjectProperty<Palette> palette;
    private final Notebook notebook = new Notebook();
    private final TimelineLink timelineLink = new TimelineLink();
    private final ProjectSections sections = new ProjectSections();
    private final ObjectProperty<TimeStyle> timeStyle = new SimpleObjectProperty<>(TimeStyle.DEFAULT);
    private final DialogService dialogs;
    private final Preferences preferences;
    private final AppContext first;
    private final ReadOnlyObjectWrapper<AppContext> beside = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<AppContext> inHand = new ReadOnlyObjectWrapper<>(this);
    private final java.util.List<java.util.function.BooleanSupplier> closingGuards = new java.util.ArrayList<>();
    private final java.util.Map<Class<?>, Object> shared = new java.util.HashMap<>();
    private final int number;
    private Navigator navigator;
    private Prompt prompt = NOBODY;

    /// Where there is nobody to ask, nothing is answered.
    private static final Prompt NOBODY = new Prompt() {
        @Override
        public void ask(String question, String initial, Consumer<String> answer) {}

        @Override
        public void choose(Choices choices) {}
    };

    /// A window whose choices are kept nowhere.
    public AppContext(DialogService dialogs) {
        this(dialogs, Preferences.none());
    }

    public AppContext(DialogService dialogs, Preferences preferences) {
        this(dialogs, preferences, 1);
    }

    /// @param number the smallest, from 1, that no other open window has
    public AppContext(DialogService dialogs, Preferences preferences, int number) {
        this.number = number;
        this.dialogs = dialogs;
        this.preferences = preferences;
        first = this;
        notices = new Notices();
        status = new StatusBar();
        palette = new SimpleObjectProperty<>(Palette.of(Theme.LIGHT));
        preferences.installKeys(commands);
        commands.setStandIns(() -> inHand.get() == this ? null : inHand.get().commands);
    }

    /// Which of the program's windows this is: the smallest number from 1 that no other open one has.
    public int number() {
        return number;
    }

    private AppContext(AppContext first) {
        this.first = first;
        number = first.number;
        dialogs = first.dialogs;
        preferences = first.preferences;
        notices = first.notices;
        status = first.status;
        palette = first.palette;
        prompt = new Prompt() {
            @Override
            public void ask(String question, String initial, Consumer<String> answer) {
                first.ask(question, initial, answer);
            }

            @Override
            public void choose(Choices choices) {
                first.choose(choices);
            }
        };
        drawer.openProperty().bindBidirectional(first.drawer.openProperty());
    }

    // ---- two traces ----

    /// A context for a second trace in this window: of its own are trace, selection, search, notes, drawer and
    /// commands; the rest is that of the window.
    public AppContext forTraceBeside() {
        return new AppContext(first);
    }

    /// Whether this is the context of the window's first trace, which is the only one most of the time.
    public boolean isFirst() {
        return first == this;
    }

    /// What the same parts of both traces have in common, one of a class in a window: made when it is first asked
    /// for.
    public <T> T shared(Class<T> type, java.util.function.Supplier<T> make) {
        return type.cast(first.shared.computeIfAbsent(type, t -> make.get()));
    }

    /// The context of the window's first trace.
    public AppContext first() {
        return first;
    }

    /// The context of the trace beside the first, or null as long as there is none. Asked of the first.
    public ReadOnlyObjectProperty<AppContext> besideProperty() {
        return beside.getReadOnlyProperty();
    }

    public AppContext beside() {
        return beside.get();
    }

    /// For the window only.
    public void setBeside(AppContext second) {
        inHand.set(this);
        beside.set(second);
    }

    /// The context of the active trace, to which keys, palette and drawer apply. Only for the first context.
    public ReadOnlyObjectProperty<AppContext> inHandProperty() {
        return inHand.getReadOnlyProperty();
    }

    /// Sets which of the window's traces is active.
    public void takeInHand() {
        first.inHand.set(this);
    }

    // ---- the window ----

    /// What the person at this window chose about the program.
    public Preferences preferences() {
        return preferences;
    }

    /// Flags and spans in the open trace.
    public Notebook notebook() {
        return notebook;
    }

    /// What the timeline shows, and a time to mark on it.
    public TimelineLink timelineLink() {
        return timelineLink;
    }

    /// What is kept of each part in a project file, and in the session of a trace.
    public ProjectSections sections() {
        return sections;
    }

    /// How times and durations of the open trace are written.
    public ObjectProperty<TimeStyle> timeStyleProperty() {
        return timeStyle;
    }

    public TimeStyle timeStyle() {
        return timeStyle.get();
    }

    /// Asks for a text in the window; see [Prompt#ask].
    public void ask(String question, String initial, Consumer<String> answer) {
        prompt.ask(question, initial, answer);
    }

    /// Asks a question that has a list to pick from, in the window.
    public void choose(Choices choices) {
        prompt.choose(choices);
    }

    /// Set once, while the window is put together.
    public void setPrompt(Prompt newPrompt) {
        prompt = newPrompt;
    }

    /// The open trace, or null. A new session replaces the old one, which is closed after that; parts drop what
    /// they hold of it when this changes. [TraceSession#isReady] says whether it can be queried yet.
    public ReadOnlyObjectProperty<TraceSession> sessionProperty() {
        return session.getReadOnlyProperty();
    }

    public TraceSession session() {
        return session.get();
    }

    /// Sets the open trace; for the window only.
    public void setSession(TraceSession newSession) {
        selection.set(Selection.NONE);
        search.clear();
        session.set(newSession);
    }

    /// What is selected; never null. Setting it does not move the timeline, see [Navigator].
    public ObjectProperty<Selection> selectionProperty() {
        return selection;
    }

    /// Every command of the window; parts register theirs when they are made.
    public Commands commands() {
        return commands;
    }

    public Drawer drawer() {
        return drawer;
    }

    /// Strips and notifications: what went wrong or is done.
    public Notices notices() {
        return notices;
    }

    public StatusBar status() {
        return status;
    }

    /// The text search in the open trace.
    public SearchModel search() {
        return search;
    }

    /// The colours of data in the current theme, the same as on the timeline.
    public ObjectProperty<Palette> paletteProperty() {
        return palette;
    }

    public Palette palette() {
        return palette.get();
    }

    public DialogService dialogs() {
        return dialogs;
    }

    /// Something that goes on and would end with the window. Asked before it closes.
    ///
    /// @param guard returns whether the window may close; it may ask the person
    public void guardClosing(java.util.function.BooleanSupplier guard) {
        first.closingGuards.add(guard);
    }

    /// Whether the window may close.
    public boolean mayClose() {
        return closingGuards.stream().allMatch(java.util.function.BooleanSupplier::getAsBoolean);
    }

    public Navigator navigator() {
        return navigator;
    }

    /// Set once, while the window is put together.
    public void setNavigator(Navigator newNavigator) {
        navigator = newNavigator;
    }
}
