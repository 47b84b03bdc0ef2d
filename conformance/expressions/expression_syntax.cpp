#include "conformance/expressions/expression_syntax.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

namespace plumbline::expressions {
namespace {

// Source: Arazzo 1.1, "Runtime Expressions"; the dereference after bodies follows its examples.
using Root = ExpressionRoot;
using Suffix = ExpressionSuffix;
constexpr ExpressionSyntax kSyntaxes[]{
    {"$url", Root::kUrl, Suffix::kNothing, "$url"},
    {"$method", Root::kMethod, Suffix::kNothing, "$method"},
    {"$statusCode", Root::kStatusCode, Suffix::kNothing, "$statusCode"},
    {"$self", Root::kSelf, Suffix::kNothing, "$self"},
    {"$request.header.", Root::kRequestHeader, Suffix::kField, "$request.header.NAME"},
    {"$request.query.", Root::kRequestQuery, Suffix::kField, "$request.query.NAME"},
    {"$request.path.", Root::kRequestPath, Suffix::kField, "$request.path.NAME"},
    {"$request.body", Root::kRequestBody, Suffix::kAccess, "$request.body#/POINTER"},
    {"$response.header.", Root::kResponseHeader, Suffix::kField, "$response.header.NAME"},
    {"$response.body", Root::kResponseBody, Suffix::kAccess, "$response.body#/POINTER"},
    {"$message.header.", Root::kMessageHeader, Suffix::kField, "$message.header.NAME"},
    {"$message.payload", Root::kMessagePayload, Suffix::kAccess, "$message.payload#/POINTER"},
    {"$inputs.", Root::kInputs, Suffix::kAccess, "$inputs.NAME", 1},
    {"$outputs.", Root::kOutputs, Suffix::kAccess, "$outputs.NAME", 1},
    {"$steps.", Root::kSteps, Suffix::kAccess, "$steps.STEP.outputs.NAME", 3, "outputs"},
    {"$workflows.",
     Root::kWorkflows,
     Suffix::kAccess,
     "$workflows.WORKFLOW.outputs.NAME or $workflows.WORKFLOW.inputs.NAME",
     3,
     "inputs|outputs"},
    {"$sourceDescriptions.",
     Root::kSourceDescriptions,
     Suffix::kAccess,
     "$sourceDescriptions.NAME.FIELD",
     2},
    {"$components.", Root::kComponents, Suffix::kAccess, "$components.TYPE.NAME", 2},
};

// Returns the root names in the order of the table, each once.
std::vector<std::string> root_names() {
    std::vector<std::string> names;
    for (const ExpressionSyntax& syntax : kSyntaxes) {
        const std::string_view word = identifier_at(syntax.prefix, 1);
        if (names.empty() || names.back() != word) names.emplace_back(word);
    }
    return names;
}

bool is_identifier(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return std::isalnum(code) != 0 || byte == '_' || byte == '-' || code >= 0x80;
}

}  // namespace

const ExpressionSyntax* syntax_of(std::string_view text) {
    const auto* const syntax = std::find_if(
        std::begin(kSyntaxes), std::end(kSyntaxes), [&](const ExpressionSyntax& candidate) {
            return text.starts_with(candidate.prefix);
        });
    return syntax == std::end(kSyntaxes) ? nullptr : syntax;
}

const ExpressionSyntax& syntax_of(ExpressionRoot root) {
    return *std::find_if(std::begin(kSyntaxes),
                         std::end(kSyntaxes),
                         [&](const ExpressionSyntax& syntax) { return syntax.root == root; });
}

bool is_root_name(std::string_view word) {
    return std::any_of(
        std::begin(kSyntaxes), std::end(kSyntaxes), [&](const ExpressionSyntax& syntax) {
            return identifier_at(syntax.prefix, 1) == word;
        });
}

std::string nearest_root_name(std::string_view word) {
    return nearest_name(word, root_names());
}

std::string root_names_text() {
    return '$' + join(root_names(), ", $");
}

std::string usages_text(std::string_view word) {
    std::vector<std::string> usages;
    for (const ExpressionSyntax& syntax : kSyntaxes) {
        if (identifier_at(syntax.prefix, 1) == word) usages.emplace_back(syntax.usage);
    }
    return join(usages, ", ");
}

std::string_view identifier_at(std::string_view text, std::size_t start) {
    std::size_t end = start;
    while (end < text.size() && is_identifier(text[end])) ++end;
    return text.substr(start, end - start);
}

}  // namespace plumbline::expressions
