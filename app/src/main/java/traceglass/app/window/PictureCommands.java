package traceglass.app.window;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.scene.control.ProgressIndicator;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.app.window.frame.PngImage;
import traceglass.render.TimelineView;

/// Registers the commands that save the timeline as a PNG or SVG picture.
final class PictureCommands {

    private static final int MAX_SCALE = 4;
    private static final String TOPIC = "picture";
    /// Detail factor of SVG drawings, in which small events must stay distinct because drawings are viewed
    /// enlarged.
    private static final double VECTOR_DETAIL = 4;

    private final TraceSlot slot;
    private final Messages messages;
    private final TimelineView view;
    private final ProgressIndicator ring = new ProgressIndicator();
    private boolean isRunning;

    PictureCommands(TraceSlot slot, Messages messages, TimelineView view) {
        this.slot = slot;
        this.messages = messages;
        this.view = view;
        ring.setId("picture-progress");
        ring.setAccessibleText(WindowTexts.SAVING_PICTURE);
        ring.setPrefSize(14, 14);
        ring.setMinSize(14, 14);
        ring.setMaxSize(14, 14);
        ring.setFocusTraversable(false);
    }

    /// @param isShown whether the timeline is shown
    void register(BooleanSupplier isShown) {
        BooleanSupplier isAvailable = () -> isShown.getAsBoolean() && !isRunning;
        slot.host()
                .commands()
                .register(Command.of(
                        "timeline.png",
                        CommandGroups.TIMELINE,
                        WindowTexts.SAVE_PNG,
                        "camera",
                        "",
                        isAvailable,
                        this::savePng));
        slot.host()
                .commands()
                .register(Command.of(
                        "timeline.svg",
                        CommandGroups.TIMELINE,
                        WindowTexts.SAVE_SVG,
                        "camera",
                        "",
                        isAvailable,
                        this::saveSvg));
    }

    private void savePng() {
        List<String> sizes =
                IntStream.rangeClosed(1, MAX_SCALE).mapToObj(this::size).toList();
        Optional<String> size =
                messages.dialogs().ask(WindowTexts.CHOOSE_PICTURE_SIZE, WindowTexts.PICTURE_SIZE_HELP, sizes);
        size.ifPresent(s -> choose(WindowTexts.PNG_FILES, "png")
                .ifPresent(file -> save(file, view.toImage(sizes.indexOf(s) + 1.0), PngImage::encode)));
    }

    private String size(int scale) {
        return WindowTexts.pictureSize(
                scale, Math.round(view.getWidth() * scale), Math.round(view.getHeight() * scale));
    }

    private void saveSvg() {
        choose(WindowTexts.SVG_FILES, "svg")
                .ifPresent(file -> save(
                        file,
                        view.toSvg(VECTOR_DETAIL, slot.trace().session().name()),
                        text -> text.getBytes(StandardCharsets.UTF_8)));
    }

    private Optional<Path> choose(String kind, String extension) {
        String name = slot.trace().session().name();
        int dot = name.indexOf('.', 1);
        return messages.dialogs()
                .chooseSave(
                        WindowTexts.SAVE_THE_TIMELINE,
                        (dot < 0 ? name : name.substring(0, dot)) + "." + extension,
                        kind,
                        extension);
    }

    private <T> void save(Path file, CompletableFuture<T> drawn, Function<T, byte[]> encode) {
        isRunning = true;
        messages.notices().close(TOPIC);
        messages.status().setState(null, WindowTexts.DRAWING, file.getFileName().toString());
        messages.status().addTask(ring);
        drawn.whenComplete((picture, failure) -> FxThread.run(() -> {
            if (failure != null) {
                failed(file, failure.getMessage());
            } else {
                messages.status()
                        .setState(null, WindowTexts.WRITING, file.getFileName().toString());
                Thread.ofPlatform().daemon().name("picture-writer").start(() -> write(file, picture, encode));
            }
        }));
    }

    private <T> void write(Path file, T picture, Function<T, byte[]> encode) {
        try {
            byte[] bytes = encode.apply(picture);
            Files.write(file, bytes);
            FxThread.later(() -> {
                endRun();
                messages.status()
                        .setState("check", CommonTexts.SAVED, WindowTexts.savedFile(file.getFileName(), bytes.length));
            });
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            FxThread.later(
                    () -> failed(file, e instanceof OutOfMemoryError ? WindowTexts.OUT_OF_MEMORY : e.getMessage()));
        }
    }

    private void endRun() {
        isRunning = false;
        messages.status().endTask(ring);
    }

    private void failed(Path file, String reason) {
        endRun();
        messages.status()
                .setState(null, WindowTexts.NOT_SAVED, file.getFileName().toString());
        messages.notices().show(Notices.Severity.ERROR, TOPIC, CommonTexts.cantWritePicture(file, reason));
    }
}
