package traceglass.app.panel.player;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.function.Function;
import javafx.animation.AnimationTimer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.util.StringConverter;
import traceglass.analysis.screenshots.PictureSequence;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;

/// Tab that shows the screenshot or video frame at the pointer, and plays them: a line on the timeline moves along.
public final class PlayerPanel {

    private static final double MAX_SIDE_PX = 1600;
    private static final List<Double> SPEEDS = List.of(0.1, 0.25, 0.5, 1.0, 2.0, 4.0);

    private final TraceSlot slot;
    private final ImageView image = new ImageView();
    private final Label message = new Label();
    private final Label position = new Label();
    private final Button play = IconButton.of("play", 16, PlayerTexts.PLAY, this::toggle);
    private final ComboBox<PictureSequence> sequences = new ComboBox<>();
    private final ComboBox<Double> speeds = new ComboBox<>();
    private final DetailsTab tab;
    private final AnimationTimer clock = new AnimationTimer() {
        @Override
        public void handle(long now) {
            tick(now);
        }
    };
    private Playback playback;
    private boolean isListed;
    private boolean isPlaying;
    private long lastTick;
    /// The picture that is shown or being loaded.
    private PictureSequence.Frame requested;
    private boolean isLoading;

    private PlayerPanel(TraceSlot slot, WindowContext window) {
        this.slot = slot;
        window.work().add(() -> isPlaying);
        tab = new DetailsTab("player", PlayerTexts.TAB, content());
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        slot.trace().sessionProperty().addListener((_, _, newValue) -> follow(newValue));
        slot.host().detailsPane().selectedProperty().addListener(o -> visibilityChanged());
        slot.host().detailsPane().openProperty().addListener(o -> visibilityChanged());
        slot.navigation().timelineLink().pointerProperty().addListener((_, _, newValue) -> onPointerMoved(newValue));
        slot.appearance().timeStyleProperty().addListener(o -> showPosition());
        slot.host()
                .commands()
                .register(Command.of(
                        "player.show",
                        CommandGroups.VIEW,
                        PlayerTexts.SHOW,
                        "play",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> slot.host().detailsPane().select(tab)));
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, WindowContext window) {
        new PlayerPanel(slot, window);
    }

    private BorderPane content() {
        play.setId("player-play");
        Button previous = IconButton.of("chevron-left", 16, PlayerTexts.PREVIOUS, () -> step(-1));
        previous.setId("player-previous");
        Button next = IconButton.of("chevron-right", 16, PlayerTexts.NEXT, () -> step(1));
        next.setId("player-next");
        position.setId("player-position");
        position.getStyleClass().addAll(Styles.TEXT_2, Styles.MONO);
        sequences.setAccessibleText(PlayerTexts.DISPLAY);
        sequences.getStyleClass().add(Styles.COMPACT);
        sequences.setConverter(
                text(r -> r.display().isEmpty() ? PlayerTexts.SCREENSHOTS : DisplayText.oneLine(r.display())));
        sequences.managedProperty().bind(sequences.visibleProperty());
        sequences.valueProperty().addListener((_, _, newValue) -> choose(newValue));
        speeds.setId("player-speed");
        speeds.setAccessibleText(PlayerTexts.SPEED);
        speeds.getStyleClass().add(Styles.COMPACT);
        speeds.setConverter(text(PlayerTexts::speed));
        speeds.getItems().setAll(SPEEDS);
        speeds.setValue(1.0);
        speeds.valueProperty().addListener(o -> setSpeed());
        HBox toolbar = new HBox(6, previous, play, next, speeds, sequences, position);
        toolbar.setAlignment(Pos.CENTER_LEFT);
        toolbar.setPadding(new Insets(4, 12, 4, 12));
        image.setId("player-picture");
        image.setPreserveRatio(true);
        image.setSmooth(true);
        message.setId("player-message");
        message.setWrapText(true);
        message.getStyleClass().add("tg-empty");
        StackPane screen = new StackPane(image, message);
        screen.setMinSize(0, 0);
        screen.setPadding(new Insets(0, 12, 8, 12));
        image.fitWidthProperty().bind(screen.widthProperty().subtract(24));
        image.fitHeightProperty().bind(screen.heightProperty().subtract(8));
        image.setManaged(false);
        screen.layoutBoundsProperty().addListener(o -> center(screen));
        image.layoutBoundsProperty().addListener(o -> center(screen));
        BorderPane root = new BorderPane(screen);
        root.setTop(toolbar);
        return root;
    }

    private void center(StackPane screen) {
        image.relocate(
                (screen.getWidth() - image.getLayoutBounds().getWidth()) / 2,
                (screen.getHeight() - 8 - image.getLayoutBounds().getHeight()) / 2);
    }

    private static <T> StringConverter<T> text(Function<T, String> name) {
        return new StringConverter<>() {
            @Override
            public String toString(T value) {
                return value == null ? "" : name.apply(value);
            }

            @Override
            public T fromString(String text) {
                return null;
            }
        };
    }

    // ---- trace

    private void follow(TraceSession session) {
        pause();
        isListed = false;
        playback = null;
        requested = null;
        isLoading = false;
        image.setImage(null);
        message.setText("");
        position.setText("");
        sequences.getItems().clear();
        tab.availableProperty().set(false);
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            updateAvailability(session);
        } else {
            session.stateProperty().addListener(o -> {
                if (session == slot.trace().session() && session.isReady()) {
                    updateAvailability(session);
                }
            });
        }
    }

    private void updateAvailability(TraceSession session) {
        tab.availableProperty()
                .set(session.tracks() != null
                        && PictureSequence.mayHavePictures(session.tracks().roots()));
        visibilityChanged();
    }

    private boolean isShown() {
        return tab.availableProperty().get()
                && slot.host().detailsPane().openProperty().get()
                && slot.host().detailsPane().selectedProperty().get() == tab;
    }

    private void visibilityChanged() {
        if (!isShown()) {
            pause();
            mark(null);
        } else if (!isListed) {
            list();
        }
    }

    private void list() {
        TraceSession session = slot.trace().session();
        isListed = true;
        tab.busyProperty().set(true);
        session.queries().submit("player-list", PictureSequence::list, this::list, this::showProblem);
    }

    private void list(List<PictureSequence> found) {
        tab.busyProperty().set(false);
        message.setText(found.isEmpty() ? PlayerTexts.NO_PICTURES : "");
        sequences.getItems().setAll(found);
        sequences.setVisible(found.size() > 1);
        if (!found.isEmpty()) {
            sequences.setValue(found.getFirst());
        }
    }

    private void showProblem(Exception e) {
        endLoading();
        message.setText(PlayerTexts.cantLoad(DisplayText.oneLine(String.valueOf(e.getMessage()))));
    }

    private void choose(PictureSequence sequence) {
        if (sequence == null) {
            return;
        }
        Long pointer = slot.navigation().timelineLink().pointerProperty().get();
        long now = playback != null
                ? playback.playhead()
                : pointer != null
                        ? pointer
                        : slot.navigation().timelineLink().visible().start();
        playback = new Playback(sequence, now);
        setSpeed();
        show();
    }

    // ---- playing

    private void setSpeed() {
        if (playback != null) {
            playback.setSpeed(speeds.getValue());
        }
    }

    private void toggle() {
        if (isPlaying) {
            pause();
        } else if (playback != null) {
            playback.start();
            isPlaying = true;
            lastTick = 0;
            clock.start();
            showButton();
            onPlayheadMoved();
        }
    }

    private void pause() {
        isPlaying = false;
        clock.stop();
        showButton();
    }

    private void showButton() {
        String name = isPlaying ? PlayerTexts.PAUSE : PlayerTexts.PLAY;
        play.setGraphic(new Icon(isPlaying ? "pause" : "play", 16));
        play.setAccessibleText(name);
        Tooltips.set(play, name);
    }

    private void tick(long now) {
        if (lastTick > 0 && !playback.advance(now - lastTick)) {
            pause();
        }
        lastTick = now;
        onPlayheadMoved();
    }

    private void step(int pictures) {
        if (playback != null) {
            pause();
            playback.step(pictures);
            onPlayheadMoved();
        }
    }

    /// Shows the playhead on the timeline, which follows it.
    private void onPlayheadMoved() {
        mark(playback.playhead());
        TimeSpan visible = slot.navigation().timelineLink().visible();
        TimeSpan next = playback.follow(visible);
        if (!next.equals(visible)) {
            slot.navigation().navigator().zoomTo(next);
        }
        show();
    }

    private void mark(Long ts) {
        slot.navigation().timelineLink().markProperty().set(ts);
    }

    private void onPointerMoved(Long ts) {
        if (ts != null && playback != null && !isPlaying && isShown()) {
            playback.moveTo(ts);
            mark(null);
            show();
        }
    }

    // ---- picture

    private void show() {
        showPosition();
        PictureSequence.Frame frame = playback.sequence().frames().get(playback.index());
        // A new request would cancel the running one, and nothing would be shown while playing fast.
        if (frame == requested || isLoading) {
            return;
        }
        requested = frame;
        isLoading = true;
        int number = playback.index() + 1;
        tab.busyProperty().set(true);
        slot.trace()
                .session()
                .queries()
                .submit(
                        "player-picture",
                        q -> decode(PictureSequence.read(q, frame)),
                        p -> show(p, number),
                        this::showProblem);
    }

    private static Image decode(byte[] bytes) {
        return new Image(new ByteArrayInputStream(bytes), MAX_SIDE_PX, MAX_SIDE_PX, true, true);
    }

    private void show(Image picture, int number) {
        endLoading();
        boolean isValid = !picture.isError() && picture.getWidth() > 0;
        image.setImage(isValid ? picture : null);
        image.setAccessibleText(PlayerTexts.picture(number));
        message.setText(isValid ? "" : PlayerTexts.CANT_SHOW);
        show();
    }

    private void endLoading() {
        isLoading = false;
        tab.busyProperty().set(false);
    }

    private void showPosition() {
        if (playback != null && slot.trace().session() != null) {
            position.setText(PlayerTexts.position(
                    playback.index() + 1,
                    playback.sequence().frames().size(),
                    slot.appearance()
                            .timeStyle()
                            .time(
                                    playback.playhead(),
                                    slot.trace().session().bounds().start())));
        }
    }
}
