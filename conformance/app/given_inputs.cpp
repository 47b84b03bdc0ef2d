#include "conformance/app/given_inputs.hpp"

#include "conformance/app/usage_error.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline::app {
namespace {

/// The largest file from which an input, or a file of inputs, is read. Unit: bytes.
constexpr std::size_t kMaxInputFile = std::size_t{1024} * 1024U;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

void remove_line_end(std::string& text) {
    if (text.ends_with('\n')) text.pop_back();
    if (text.ends_with('\r')) text.pop_back();
}

/// Returns the text of the only member `name` of an object, nothing for any other value.
std::optional<std::string> only_text_member(const Json& value, const char* name) {
    const Json* text = value.is_object() && value.size() == 1 ? member(value, name) : nullptr;
    if (!text || !text->is_string()) return std::nullopt;
    return text->get<std::string>();
}

Result<Json> input_from_file(const std::string& path) {
    auto text = read_file(path, kMaxInputFile);
    if (!text) return fail(text.error());
    if (text->starts_with(kByteOrderMark)) {
        return fail(ErrorCode::kInvalid,
                    path + " begins with a byte order mark",
                    {},
                    {"save it as UTF-8 without one"});
    }
    remove_line_end(*text);
    if (text->empty()) return usage_error(path + " is empty, expected the value of the input");
    return external_value(std::move(*text), path);
}

Result<Json> input_from_variable(const std::string& variable) {
    const auto secret = host::read_secret(variable);
    if (!secret) return fail(secret.error());
    if (secret->reveal().size() > kMaxInputFile) {
        return fail(ErrorCode::kLimit,
                    "the environment variable " + variable + " is larger than " +
                        std::to_string(kMaxInputFile) + " bytes");
    }
    return external_value(secret->reveal(), "the environment variable " + variable);
}

constexpr std::string_view kFile = "@";
constexpr std::string_view kVariable = "env:";

bool is_reference(std::string_view value) {
    return value.starts_with(kFile) || value.starts_with(kVariable);
}

/// Returns whether backslashes before a reference make it a text.
bool is_escaped(const std::string& value) {
    const std::size_t rest = value.find_first_not_of('\\');
    return rest != 0 && rest != std::string::npos &&
           is_reference(std::string_view(value).substr(rest));
}

Result<Json> value_of(const std::string& text) {
    if (text.starts_with(kFile)) return input_from_file(text.substr(kFile.size()));
    if (text.starts_with(kVariable)) return input_from_variable(text.substr(kVariable.size()));
    if (is_escaped(text)) return Json(text.substr(1));
    auto json = parse_json(text);
    return json ? std::move(*json) : Json(text);
}

/// Rejects an input without name. It may be a value, so only its first word is printed.
tl::unexpected<Error> without_name(const std::string& input) {
    const std::size_t word =
        input.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    const std::string shown = word == std::string::npos ? input : input.substr(0, word) + "...";
    return usage_error("--input " + shown +
                       ": found no name with a value, expected name=value, "
                       "name=@FILE or name=env:VARIABLE");
}

Result<runner::GivenInputs> inputs_of_options(const std::vector<std::string>& inputs) {
    Json values = Json::object();
    runner::GivenInputs given;
    for (const std::string& input : inputs) {
        const std::size_t equals = input.find('=');
        if (equals == 0 || equals == std::string::npos) return without_name(input);
        const std::string name = input.substr(0, equals);
        const std::string text = input.substr(equals + 1);
        auto value = value_of(text);
        if (!value) return fail(error_about("--input " + name, value.error()));
        values[name] = std::move(*value);
        given.secret_names.erase(name);
        given.variables.erase(name);
        if (is_reference(text)) given.secret_names.insert(name);
        if (text.starts_with(kVariable)) given.variables[name] = text.substr(kVariable.size());
    }
    given.values = std::make_shared<const Json>(std::move(values));
    return given;
}

Result<runner::GivenInputs> inputs_in_file(const std::string& path) {
    return read_file(path, kMaxInputFile)
        .and_then([&](const std::string& text) { return parse_document(text, path); })
        .and_then([](const Document& document) { return read_given_inputs(document, ""); });
}

}  // namespace

Result<Json> external_value(std::string text, const std::string& source) {
    if (!is_utf8(text)) {
        return fail(ErrorCode::kInvalid,
                    source + " is not UTF-8 text, found the byte " +
                        std::to_string(utf8_prefix(text).size() + 1) + " that is not",
                    {},
                    {"encode it as text, for example in Base64"});
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool may_be_structure =
        first != std::string::npos && (text[first] == '{' || text[first] == '[');
    if (may_be_structure) {
        if (auto json = parse_json(text)) return std::move(*json);
    }
    return Json(std::move(text));
}

Result<runner::GivenInputs> read_given_inputs(const Document& document,
                                              const std::string& pointer) {
    const Json* inputs = find(*document.root, std::string_view(pointer));
    if (!inputs || !inputs->is_object()) {
        return fail(ErrorCode::kInvalid,
                    "found " + (inputs ? type_name(*inputs) : "nothing") +
                        ", expected an object: the inputs by name",
                    document.where(pointer));
    }
    Json values = Json::object();
    runner::GivenInputs given;
    const std::filesystem::path folder = std::filesystem::path(document.file).parent_path();
    for (const auto& [name, value] : inputs->items()) {
        const auto variable = only_text_member(value, "env");
        const auto path = only_text_member(value, "file");
        if (!variable && !path) {
            values[name] = value;
            continue;
        }
        auto read =
            variable ? input_from_variable(*variable) : input_from_file((folder / *path).string());
        if (!read) {
            Error error = read.error();
            error.where = document.where(pointer + '/' + escape_pointer_token(name));
            return fail(std::move(error));
        }
        values[name] = std::move(*read);
        given.secret_names.insert(name);
        if (variable) given.variables[name] = *variable;
    }
    given.values = std::make_shared<const Json>(std::move(values));
    return given;
}

Result<CommandInputs> read_inputs(const RunCommand& command) {
    CommandInputs all;
    for (const std::string& path : command.input_files) {
        auto given = inputs_in_file(path);
        if (!given) return fail(error_about("--inputs", given.error()));
        all.of_files = merged(all.of_files, *given);
    }
    auto given = inputs_of_options(command.inputs);
    if (!given) return fail(given.error());
    all.of_options = std::move(*given);
    return all;
}

runner::GivenInputs merged(const runner::GivenInputs& given,
                           const runner::GivenInputs& overriding) {
    if (!overriding.values) return given;
    Json values = given.values ? *given.values : Json::object();
    runner::GivenInputs both{nullptr, given.secret_names, given.variables};
    for (const auto& [name, value] : overriding.values->items()) {
        values[name] = value;
        both.secret_names.erase(name);
        both.variables.erase(name);
        if (overriding.secret_names.contains(name)) both.secret_names.insert(name);
    }
    both.variables.insert(overriding.variables.begin(), overriding.variables.end());
    both.values = std::make_shared<const Json>(std::move(values));
    return both;
}

}  // namespace plumbline::app
