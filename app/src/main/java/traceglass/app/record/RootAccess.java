package traceglass.app.record;

import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import traceglass.app.context.Messages;
import traceglass.app.launch.ProgramCommand;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Links;
import traceglass.record.local.LocalTarget;
import traceglass.record.local.RootCommand;
import traceglass.record.local.RootService;
import traceglass.record.spi.RecordProblem;

/// Offers to run the probes of this computer with root privileges. The command is shown before it runs; the
/// privileges last until the program ends.
final class RootAccess extends VBox {

    private final Messages messages;
    private final RecordModel model;
    private final LocalTarget target;
    private final Hyperlink link = Links.of(RecordTexts.ASK_FOR_ROOT, this::ask);
    private final Label outcome = new Label();

    RootAccess(Messages messages, RecordModel model, LocalTarget target) {
        super(2);
        this.messages = messages;
        this.model = model;
        this.target = target;
        link.setId("ask-for-root");
        outcome.setId("root-outcome");
        outcome.setWrapText(true);
        outcome.managedProperty().bind(outcome.textProperty().isNotEmpty());
        outcome.getStyleClass().add("tg-rec-hint");
        setPadding(new Insets(4, 14, 4, 14));
        getChildren().addAll(link, outcome);
    }

    private void ask() {
        try {
            RootCommand command = RootCommand.prepare(ProgramCommand::command, target.environment(), true);
            boolean isConfirmed = messages.dialogs()
                    .ask(
                            RecordTexts.ROOT_QUESTION,
                            RecordTexts.rootDetail(command.text()),
                            List.of(RecordTexts.ROOT_RUN))
                    .filter(RecordTexts.ROOT_RUN::equals)
                    .isPresent();
            if (isConfirmed) {
                run(command);
            } else {
                command.discard();
            }
        } catch (RecordProblem e) {
            outcome.setText(e.getMessage());
        }
    }

    private void run(RootCommand command) {
        link.setDisable(true);
        outcome.setText(RecordTexts.WAITING_FOR_PASSWORD);
        Thread.ofPlatform().daemon().name("traceglass-root-start").start(() -> {
            try {
                RootService service = RootService.start(command);
                FxThread.later(() -> model.add(target.withRoot(service)));
            } catch (RecordProblem e) {
                FxThread.later(() -> {
                    link.setDisable(false);
                    outcome.setText(e.getMessage());
                });
            }
        });
    }
}
