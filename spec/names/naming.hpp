#pragma once
// Messages of the API in other names: a vocabulary, applied where messages leave and come in.
// (The user's word is vocabulary; vocabulary.schema.json and class Vocabulary are about our x-
// keywords.)

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"
#include "spec/names/name_map.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// A vocabulary worked into a contract: the names of a target for ours. Fields and listed values
/// change only where the schema of the message declares them. The control interface of a mock keeps
/// its names. Thread: immutable, safe from any thread.
class Naming {
  public:
    /// Reads a vocabulary (YAML or JSON, spec/names/vocabulary_file.schema.json). Errors: kNotFound
    /// (no such file, a name the contract does not have), kSyntax, kInvalid (two names become one);
    /// each with file:line:column.
    [[nodiscard]] static Result<std::shared_ptr<const Naming>> load(
        const std::string& path, std::shared_ptr<const Contract> contract);
    /// The same for a document that was read already.
    [[nodiscard]] static Result<std::shared_ptr<const Naming>> make(
        Document vocabulary, std::shared_ptr<const Contract> contract);
    ~Naming();
    Naming(const Naming&) = delete;
    Naming& operator=(const Naming&) = delete;

    /// Returns a request of `operation` in other names: target, headers, JSON body. Its target
    /// begins with the API's own path. What does not fit the operation stays.
    [[nodiscard]] http::Request translated(const Operation& operation,
                                           http::Request request,
                                           Toward toward) const;
    /// Returns a response of `operation` in other names. `loc` lists of errors name the request's
    /// fields and change with them; texts for people stay.
    [[nodiscard]] http::Response translated(const Operation& operation,
                                            http::Response response,
                                            Toward toward) const;
    /// Returns a response's JSON text in other names; nothing if it stays as it is.
    [[nodiscard]] std::optional<std::string> translated_body(const Operation& operation,
                                                             int status,
                                                             const std::string& body,
                                                             Toward toward) const;
    /// Returns the data of an event of a stream in other names; nothing if it stays as it is. The
    /// event is called alike on both sides; its data may be the chunk or the pair [mode, chunk].
    [[nodiscard]] std::optional<Json> translated_event(const Operation& operation,
                                                       std::string_view event,
                                                       const Json& data,
                                                       Toward toward) const;
    /// Returns headers in other names, each in its place.
    [[nodiscard]] http::Headers translated(http::Headers headers, Toward toward) const;

    /// Says whether names of the API document `area` can differ: it is one of the contract's, and
    /// not the control interface.
    [[nodiscard]] bool covers(std::string_view area) const;
    /// Returns the operation of `area` that a request in our names asks for, null if none. Its
    /// target begins with the API's own path.
    [[nodiscard]] const Operation* operation_of(std::string_view area,
                                                const http::Request& request) const;

    /// What a path means that came in their names.
    struct Meaning {
        const Operation* operation = nullptr;  ///< one with this path, of the wanted method if
                                               ///< there is one; null if no operation has it
        bool is_replaced = false;  ///< no path of theirs, but one of ours that they call otherwise
    };
    /// `segments` are decoded and begin with the API's own path.
    [[nodiscard]] Meaning meaning_of(std::string_view method,
                                     const std::vector<std::string>& segments) const;

  private:
    Naming();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace plumbline
