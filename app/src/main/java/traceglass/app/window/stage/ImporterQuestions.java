package traceglass.app.window.stage;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import traceglass.app.context.Messages;
import traceglass.app.io.CommandOutput;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.ingest.plugin.ImporterJar;
import traceglass.store.database.ReadingOptions;

/// Asks once for each jar with importers whether its code may run.
final class ImporterQuestions {

    private final Messages messages;
    private final Optional<ImporterFolder> folder;

    ImporterQuestions(Messages messages, ReadingOptions reading) {
        this.messages = messages;
        folder = ImporterFolder.of(reading);
    }

    /// Looks for jars that the user has neither allowed nor refused, and asks about each. Returns immediately.
    void start() {
        folder.ifPresent(f -> Thread.ofPlatform().daemon().name("importer-jars").start(() -> {
            List<ImporterJar> undecided = undecided(f);
            if (!undecided.isEmpty()) {
                FxThread.later(() -> undecided.forEach(jar -> ask(f, jar)));
            }
        }));
    }

    static List<ImporterJar> undecided(ImporterFolder folder) {
        return folder.jars().stream()
                .filter(j -> j.state() == ImporterJar.State.NEW)
                .toList();
    }

    /// Without an answer, the question is asked again at the next start.
    void ask(ImporterFolder jars, ImporterJar jar) {
        Optional<String> answer = messages.dialogs()
                .ask(
                        StageTexts.allowImporters(jar.name()),
                        StageTexts.importersDetail(jar.file(), jar.classes()),
                        List.of(StageTexts.DONT_LOAD, StageTexts.ALLOW));
        try {
            if (answer.equals(Optional.of(StageTexts.ALLOW))) {
                jars.allow(jar);
            } else if (answer.isPresent()) {
                jars.refuse(jar);
            }
        } catch (IOException e) {
            messages.notices()
                    .show(Notices.Severity.ERROR, "importers", StageTexts.cantSaveImporters(CommandOutput.reason(e)));
        }
    }
}
