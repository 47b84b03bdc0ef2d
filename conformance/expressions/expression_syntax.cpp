#include "conformance/expressions/expression_syntax.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace plumbline::expressions {
namespace {

// Source: Arazzo 1.1, "Runtime Expressions"; the dereference after bodies follows its examples.
constexpr std::array<ExpressionSyntax, 18> kSyntaxes{{
    {"$url", ExpressionRoot::kUrl, ExpressionSuffix::kNothing, "$url"},
    {"$method", ExpressionRoot::kMethod, ExpressionSuffix::kNothing, "$method"},
    {"$statusCode", ExpressionRoot::kStatusCode, ExpressionSuffix::kNothing, "$statusCode"},
    {"$self", ExpressionRoot::kSelf, ExpressionSuffix::kNothing, "$self"},
    {"$request.header.",
     ExpressionRoot::kRequestHeader,
     ExpressionSuffix::kField,
     "$request.header.NAME"},
    {"$request.query.",
     ExpressionRoot::kRequestQuery,
     ExpressionSuffix::kField,
     "$request.query.NAME"},
    {"$request.path.",
     ExpressionRoot::kRequestPath,
     ExpressionSuffix::kField,
     "$request.path.NAME"},
    {"$request.body",
     ExpressionRoot::kRequestBody,
     ExpressionSuffix::kAccess,
     "$request.body#/POINTER"},
    {"$response.header.",
     ExpressionRoot::kResponseHeader,
     ExpressionSuffix::kField,
     "$response.header.NAME"},
    {"$response.body",
     ExpressionRoot::kResponseBody,
     ExpressionSuffix::kAccess,
     "$response.body#/POINTER"},
    {"$message.header.",
     ExpressionRoot::kMessageHeader,
     ExpressionSuffix::kField,
     "$message.header.NAME"},
    {"$message.payload",
     ExpressionRoot::kMessagePayload,
     ExpressionSuffix::kAccess,
     "$message.payload#/POINTER"},
    {"$inputs.", ExpressionRoot::kInputs, ExpressionSuffix::kAccess, "$inputs.NAME", 1},
    {"$outputs.", ExpressionRoot::kOutputs, ExpressionSuffix::kAccess, "$outputs.NAME", 1},
    {"$steps.",
     ExpressionRoot::kSteps,
     ExpressionSuffix::kAccess,
     "$steps.STEP.outputs.NAME",
     3,
     "outputs"},
    {"$workflows.",
     ExpressionRoot::kWorkflows,
     ExpressionSuffix::kAccess,
     "$workflows.WORKFLOW.outputs.NAME or $workflows.WORKFLOW.inputs.NAME",
     3,
     "inputs|outputs"},
    {"$sourceDescriptions.",
     ExpressionRoot::kSourceDescriptions,
     ExpressionSuffix::kAccess,
     "$sourceDescriptions.NAME.FIELD",
     2},
    {"$components.",
     ExpressionRoot::kComponents,
     ExpressionSuffix::kAccess,
     "$components.TYPE.NAME",
     2},
}};

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
    const auto* const syntax =
        std::find_if(kSyntaxes.begin(), kSyntaxes.end(), [&](const ExpressionSyntax& candidate) {
            return text.substr(0, candidate.prefix.size()) == candidate.prefix;
        });
    return syntax == kSyntaxes.end() ? nullptr : &*syntax;
}

const ExpressionSyntax& syntax_of(ExpressionRoot root) {
    return *std::find_if(kSyntaxes.begin(), kSyntaxes.end(), [&](const ExpressionSyntax& syntax) {
        return syntax.root == root;
    });
}

bool is_root_name(std::string_view word) {
    return std::any_of(kSyntaxes.begin(), kSyntaxes.end(), [&](const ExpressionSyntax& syntax) {
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
