#include "conformance/expressions/forms.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace plumbline::expressions {
namespace {

// Source: Arazzo 1.1, "Runtime Expressions"; de-reference behind bodies as its examples show it.
constexpr std::array<Form, 18> kForms{{
    {"$url", Root::kUrl, Tail::kNothing, "$url"},
    {"$method", Root::kMethod, Tail::kNothing, "$method"},
    {"$statusCode", Root::kStatusCode, Tail::kNothing, "$statusCode"},
    {"$self", Root::kSelf, Tail::kNothing, "$self"},
    {"$request.header.", Root::kRequestHeader, Tail::kField, "$request.header.NAME"},
    {"$request.query.", Root::kRequestQuery, Tail::kField, "$request.query.NAME"},
    {"$request.path.", Root::kRequestPath, Tail::kField, "$request.path.NAME"},
    {"$request.body", Root::kRequestBody, Tail::kAccess, "$request.body#/POINTER"},
    {"$response.header.", Root::kResponseHeader, Tail::kField, "$response.header.NAME"},
    {"$response.body", Root::kResponseBody, Tail::kAccess, "$response.body#/POINTER"},
    {"$message.header.", Root::kMessageHeader, Tail::kField, "$message.header.NAME"},
    {"$message.payload", Root::kMessagePayload, Tail::kAccess, "$message.payload#/POINTER"},
    {"$inputs.", Root::kInputs, Tail::kAccess, "$inputs.NAME", 1},
    {"$outputs.", Root::kOutputs, Tail::kAccess, "$outputs.NAME", 1},
    {"$steps.", Root::kSteps, Tail::kAccess, "$steps.STEP.outputs.NAME", 3, "outputs"},
    {"$workflows.",
     Root::kWorkflows,
     Tail::kAccess,
     "$workflows.WORKFLOW.outputs.NAME or $workflows.WORKFLOW.inputs.NAME",
     3,
     "inputs|outputs"},
    {"$sourceDescriptions.",
     Root::kSourceDescriptions,
     Tail::kAccess,
     "$sourceDescriptions.NAME.FIELD",
     2},
    {"$components.", Root::kComponents, Tail::kAccess, "$components.TYPE.NAME", 2},
}};

// The words behind `$` in the table's order, each once.
std::vector<std::string> root_words() {
    std::vector<std::string> words;
    for (const Form& form : kForms) {
        const std::string_view word = identifier_at(form.prefix, 1);
        if (words.empty() || words.back() != word) words.emplace_back(word);
    }
    return words;
}

bool is_identifier(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return std::isalnum(code) != 0 || byte == '_' || byte == '-' || code >= 0x80;
}

}  // namespace

const Form* form_of(std::string_view text) {
    const auto* const form = std::find_if(kForms.begin(), kForms.end(), [&](const Form& candidate) {
        return text.substr(0, candidate.prefix.size()) == candidate.prefix;
    });
    return form == kForms.end() ? nullptr : &*form;
}

const Form& form_of(Root root) {
    return *std::find_if(
        kForms.begin(), kForms.end(), [&](const Form& form) { return form.root == root; });
}

bool is_root_word(std::string_view word) {
    return std::any_of(kForms.begin(), kForms.end(), [&](const Form& form) {
        return identifier_at(form.prefix, 1) == word;
    });
}

std::string nearest_root_word(std::string_view word) {
    return nearest_name(word, root_words());
}

std::string root_words_text() {
    return '$' + join(root_words(), ", $");
}

std::string usages_text(std::string_view word) {
    std::vector<std::string> usages;
    for (const Form& form : kForms) {
        if (identifier_at(form.prefix, 1) == word) usages.emplace_back(form.usage);
    }
    return join(usages, ", ");
}

std::string_view identifier_at(std::string_view text, std::size_t start) {
    std::size_t end = start;
    while (end < text.size() && is_identifier(text[end])) ++end;
    return text.substr(start, end - start);
}

}  // namespace plumbline::expressions
