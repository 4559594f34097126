package dev.bailiwick.persistenceprocessor;

import java.io.IOException;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/// What javac calls. Each mistake is reported at the element that has it, and the rest goes on.
@SupportedAnnotationTypes({Names.AUTO_BUILDER, Names.ACTION_ANNOTATION, Names.REPOSITORY_ANNOTATION})
public final class PersistenceProcessor extends AbstractProcessor {
    private final Index index = new Index();

    public PersistenceProcessor() {
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (var annotation : annotations) {
            for (var element : round.getElementsAnnotatedWith(annotation)) {
                process(annotation.getQualifiedName().toString(), element);
            }
        }
        if (round.processingOver() && !round.errorRaised()) {
            index.write(processingEnv);
        }
        return false;
    }

    private void process(String annotation, Element element) {
        try {
            if (annotation.equals(Names.AUTO_BUILDER)) {
                write(BuilderModel.of(element, processingEnv));
            } else {
                index.add(annotation, element, processingEnv);
            }
        } catch (MisuseException e) {
            processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), e.element());
        }
    }

    private void write(BuilderModel model) {
        try (var writer = processingEnv.getFiler().createSourceFile(model.qualifiedName(), model.origin())
                .openWriter()) {
            writer.write(BuilderSource.of(model));
        } catch (IOException e) {
            throw new MisuseException(model.origin(),
                    model.qualifiedName() + " could not be written: " + e.getMessage());
        }
    }
}
