/// Import of collapsed (folded) call stacks: one line for each stack, `main;run;read 17`.
package traceglass.ingest.collapsed;
