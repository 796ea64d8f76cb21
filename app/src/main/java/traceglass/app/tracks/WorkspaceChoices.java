package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import traceglass.app.command.Choice;
import traceglass.app.command.Choices;

/// Question for a workspace: an existing one, or a new one with the typed name.
final class WorkspaceChoices implements Choices {

    private final String question;
    private final String suggestedName;
    private final Workspaces workspaces;
    private final Consumer<Workspace> answer;

    /// Creates a question.
    ///
    /// @param suggestedName name of a new workspace if nothing is typed
    WorkspaceChoices(String question, String suggestedName, Workspaces workspaces, Consumer<Workspace> answer) {
        this.question = question;
        this.suggestedName = suggestedName;
        this.workspaces = workspaces;
        this.answer = answer;
    }

    @Override
    public String question() {
        return question;
    }

    @Override
    public void find(String typed, Consumer<Found> onFound) {
        String name = typed.isBlank() ? suggestedName : typed.strip();
        List<Choice> choices = new ArrayList<>();
        boolean exists = workspaces.findByName(name).isPresent();
        if (!exists) {
            choices.add(Choice.of(
                    "plus",
                    TrackTreeTexts.newWorkspace(name),
                    "",
                    () -> answer.accept(workspaces.create(name, List.of()))));
        }
        choices.addAll(Choices.matching(
                exists && typed.isBlank() ? "" : typed,
                workspaces.all(),
                Workspace::name,
                w -> TrackTreeTexts.KIND_WORKSPACE,
                answer));
        onFound.accept(new Found(choices, ""));
    }
}
