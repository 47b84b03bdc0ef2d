#pragma once
// Translates messages of the API between the names of the contract and those of a target. Users
// list the names in a vocabulary file.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"
#include "spec/names/name_bimap.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The mapping from the names of a contract to those of a target, made from a vocabulary. It
/// changes fields and enumerated values only where the schema of the message declares them. It does
/// not apply to the control interface of a mock. Thread-safe: immutable.
class NameMapping {
  public:
    /// Reads a vocabulary (YAML or JSON, spec/names/vocabulary_file.schema.json). Errors: kNotFound
    /// (no such file, a name that the contract does not have), kSyntax, kInvalid (two names become
    /// one); each with file:line:column.
    [[nodiscard]] static Result<std::shared_ptr<const NameMapping>> load(
        const std::string& path, std::shared_ptr<const Contract> contract);
    /// Same as load, for a document in memory.
    [[nodiscard]] static Result<std::shared_ptr<const NameMapping>> make(
        Document vocabulary, std::shared_ptr<const Contract> contract);
    ~NameMapping();
    NameMapping(const NameMapping&) = delete;
    NameMapping& operator=(const NameMapping&) = delete;

    /// Translates a request of `operation`: target, headers, JSON body. The target begins with the
    /// path of the API. Parts that do not match the operation stay unchanged.
    [[nodiscard]] http::Request translate(const Operation& operation,
                                          http::Request request,
                                          NameDirection direction) const;
    /// Translates a response of `operation`. Also translates the fields of the request in the `loc`
    /// lists of errors; messages stay unchanged.
    [[nodiscard]] http::Response translate(const Operation& operation,
                                           http::Response response,
                                           NameDirection direction) const;
    /// Translates the JSON text of a response; returns nothing if it does not change.
    [[nodiscard]] std::optional<std::string> translate_body(const Operation& operation,
                                                            int status,
                                                            const std::string& body,
                                                            NameDirection direction) const;
    /// Translates the data of a stream's event; returns nothing if it does not change. The name of
    /// the event is the same on both sides; its data is the data of a mode or the pair [mode,
    /// data].
    [[nodiscard]] std::optional<Json> translate_event(const Operation& operation,
                                                      std::string_view event,
                                                      const Json& data,
                                                      NameDirection direction) const;
    /// Translates headers and keeps their order.
    [[nodiscard]] http::Headers translate(http::Headers headers, NameDirection direction) const;

    /// Returns whether the mapping applies to the API document `area`: it is a document of the
    /// contract, but not the control interface.
    [[nodiscard]] bool covers(std::string_view area) const;
    /// Returns the operation of `area` for a request in contract names, null if there is none. The
    /// target begins with the path of the API.
    [[nodiscard]] const Operation* find_operation(std::string_view area,
                                                  const http::Request& request) const;

    /// The operation of a path in target names.
    struct ResolvedOperation {
        const Operation* operation = nullptr;  ///< operation with this path, and with the method if
                                               ///< there is one; null if no operation has the path
        bool is_renamed = false;  ///< only a contract path that has another name at the target
    };
    /// Resolves a path. `segments` are decoded and begin with the path of the API.
    [[nodiscard]] ResolvedOperation resolve_path(std::string_view method,
                                                 const std::vector<std::string>& segments) const;

  private:
    NameMapping();
    struct NameMappingState;
    std::unique_ptr<NameMappingState> state_;
};

}  // namespace plumbline
